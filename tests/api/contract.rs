//! `openapi.yaml` is the contract.
