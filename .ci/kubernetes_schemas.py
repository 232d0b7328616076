"""kubernetes_schemas.py DIRECTORY: checks every manifest in it strictly against the schemas of Kubernetes.

The schemas are those of the API server. Kinds that it does not have are checked as follows:

- Kustomization and Component: only the keys used here are allowed. tests/kubernetes.rs checks what they list.
- ServiceMonitor: metadata and selector by the schemas of the Kubernetes types they have; of the other keys, only those
  used here are allowed. Whether the operator understands their values is not checked.

The check itself is tested on every manifest: an unknown key is added to each mapping whose keys the API defines, one at
a time, and each of these broken copies must be refused.
"""

import copy
import sys
from pathlib import Path

import kubernetes_validate
import yaml

# The first version that has everything the manifests use, and the newest with schemas.
VERSIONS = ("1.30", "1.37")
# Mappings whose keys the author chooses, so that none is unknown.
FREE = {"labels", "matchLabels", "annotations", "selector", "requests", "limits", "nodeSelector"}
UNKNOWN = "unknownKey"
KUSTOMIZE_KEYS = {"apiVersion", "kind", "resources", "images"}
ENDPOINT_KEYS = {"port", "path", "interval"}


class Fault(Exception):
    """A fault in a manifest."""


def by_schema(manifest, version):
    """Raises a Fault unless the API server of this version accepts the manifest."""
    try:
        kubernetes_validate.validate(manifest, version, strict=True)
    except kubernetes_validate.ValidationError as error:
        raise Fault(f"{'.'.join(map(str, error.path))}: {error.message}") from error
    except kubernetes_validate.SchemaNotFoundError as error:
        raise Fault(error.message) from error


def only(mapping, keys):
    """Raises a Fault if the mapping has other keys."""
    if unknown := set(mapping) - keys:
        raise Fault(f"unknown keys {sorted(unknown)}")


def kustomization(manifest, _version):
    """Checks a file of kustomize."""
    only(manifest, KUSTOMIZE_KEYS)
    for image in manifest.get("images", []):
        only(image, {"name", "newName", "newTag"})


def service_monitor(manifest, version):
    """Checks a ServiceMonitor as far as possible without the operator's schema."""
    only(manifest, {"apiVersion", "kind", "metadata", "spec"})
    only(manifest["spec"], {"selector", "endpoints"})
    for endpoint in manifest["spec"]["endpoints"]:
        only(endpoint, ENDPOINT_KEYS)
    # A kind of Kubernetes with the same metadata and selector stands in for the missing schema.
    by_schema(
        {
            "apiVersion": "policy/v1",
            "kind": "PodDisruptionBudget",
            "metadata": manifest["metadata"],
            "spec": {"selector": manifest["spec"]["selector"]},
        },
        version,
    )


WITHOUT_SCHEMA = {
    ("kustomize.config.k8s.io/v1beta1", "Kustomization"): kustomization,
    ("kustomize.config.k8s.io/v1alpha1", "Component"): kustomization,
    ("monitoring.coreos.com/v1", "ServiceMonitor"): service_monitor,
}


def check(manifest, version):
    """Raises a Fault if the manifest is wrong."""
    kind = (manifest["apiVersion"], manifest["kind"])
    WITHOUT_SCHEMA.get(kind, by_schema)(manifest, version)


def mappings(node, path=()):
    """The path of every mapping whose keys the API defines."""
    if isinstance(node, dict):
        free = path and path[-1] in FREE and set(node) - {"matchLabels", "matchExpressions"}
        if not free:
            yield path
        children = node.items()
    else:
        children = enumerate(node) if isinstance(node, list) else ()
    for key, child in children:
        yield from mappings(child, (*path, key))


def refused_breaks(manifest, version):
    """Returns how many broken copies were refused; raises a Fault if one was not."""
    count = 0
    for path in mappings(manifest):
        broken = copy.deepcopy(manifest)
        place = broken
        for key in path:
            place = place[key]
        place[UNKNOWN] = 1
        try:
            check(broken, version)
        except Fault:
            count += 1
        else:
            raise Fault(f"an unknown key in {'.'.join(map(str, path)) or 'the manifest'} was not found")
    return count


def main(directory):
    """Checks every file. The exit code is the number of faulty manifests, or 1 if there was none to check."""
    files = sorted(Path(directory).rglob("*"))
    faulty = checked = 0
    for file in (file for file in files if file.is_file()):
        for manifest in yaml.safe_load_all(file.read_text(encoding="utf-8")):
            name = f"{file.relative_to(directory)} ({manifest['kind']})"
            try:
                for version in VERSIONS:
                    check(manifest, version)
                breaks = refused_breaks(manifest, VERSIONS[-1])
                how = "by its keys" if (manifest["apiVersion"], manifest["kind"]) in WITHOUT_SCHEMA else "by its schema"
                print(f"{name}: valid {how}; {breaks} broken copies refused")
            except Fault as fault:
                print(f"{name}: {fault}", file=sys.stderr)
                faulty += 1
            checked += 1
    return faulty or int(checked == 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
