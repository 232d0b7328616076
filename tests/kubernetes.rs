//! `deploy/kubernetes` agrees with the code on paths, ports, times and settings, and its manifests agree with each
//! other.
//!
//! `.ci/kubernetes` checks each manifest against the API server's schemas; this checks what no schema knows. Each
//! rule is tested on broken copies as well as on the manifests.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use sudoku_server::api::ROUTES;
use sudoku_server::config::Config;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/deploy/kubernetes");
const CONTAINER: &str = "/spec/template/spec/containers/0";
/// Seconds that the server adds to its drain deadline for connections to notice it.
const MARGIN: u64 = 1;
/// KiB: the process without clients, and the coding and the chunks of a batch, both measured; what long bodies and
/// solutions may hold over all requests.
const PROCESS: u64 = 20 * 1024;
const PER_BATCH: u64 = 10 * 1024;
const BODIES_AND_SOLUTIONS: u64 = 64 * 1024;
/// The manifests by their paths below `deploy/kubernetes`.
type Manifests = BTreeMap<String, Value>;

fn manifests() -> Manifests {
    let mut found = Manifests::new();
    read_into(&mut found, Path::new(ROOT));
    found
}

fn read_into(found: &mut Manifests, directory: &Path) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read_into(found, &path);
        } else {
            let name = path.strip_prefix(ROOT).unwrap().to_str().unwrap().to_owned();
            found.insert(name, serde_saphyr::from_str(&fs::read_to_string(&path).unwrap()).unwrap());
        }
    }
}

/// The value at a JSON pointer; null if there is none.
fn at(value: &Value, pointer: &str) -> Value {
    value.pointer(pointer).cloned().unwrap_or_default()
}

fn of_container(manifests: &Manifests, pointer: &str) -> Value {
    at(&manifests["deployment.yaml"], &format!("{CONTAINER}{pointer}"))
}

/// The server's settings in the Deployment: its variables, read by the server's own parser.
fn config(manifests: &Manifests) -> Result<Config, String> {
    let mut arguments = vec!["sudoku-server".to_owned()];
    for variable in of_container(manifests, "/env").as_array().into_iter().flatten() {
        let setting = Config::settings().into_iter().find(|setting| variable["name"] == setting.variable);
        let flag = setting.ok_or(format!("{} is not a setting", variable["name"]))?.flag;
        // The only value that Kubernetes fills in is a number of cores.
        let value = variable["value"].as_str().unwrap_or("2");
        arguments.push(format!("{flag}={value}"));
    }
    Config::from_args(arguments).map_err(|error| error.to_string())
}

/// A quantity of memory in KiB.
fn kibibytes(quantity: &Value) -> u64 {
    let text = quantity.as_str().unwrap_or_default();
    let (number, factor) = text.strip_suffix("Mi").map_or((text.trim_end_matches("Ki"), 1), |number| (number, 1024));
    number.parse::<u64>().unwrap_or_default() * factor
}

type Rule = fn(&Manifests) -> Vec<String>;

/// The names of the claims that do not hold.
fn broken<const N: usize>(claims: [(&str, bool); N]) -> Vec<String> {
    claims.into_iter().filter(|(_, holds)| !holds).map(|(name, _)| name.to_owned()).collect()
}

fn every_file_is_listed(manifests: &Manifests) -> Vec<String> {
    let directory = |path: &str| path.rsplit_once('/').map_or(String::new(), |(directory, _)| format!("{directory}/"));
    let listed: Vec<_> = manifests
        .iter()
        .filter(|(path, _)| path.ends_with("kustomization.yaml"))
        .flat_map(|(path, list)| {
            let names = list["resources"].as_array().cloned().unwrap_or_default();
            names.into_iter().map(|name| format!("{}{}", directory(path), name.as_str().unwrap_or_default()))
        })
        .collect();
    let unlisted = manifests.keys().filter(|path| !path.ends_with("kustomization.yaml") && !listed.contains(path));
    let missing = listed.iter().filter(|path| !manifests.contains_key(*path));
    let unlisted = unlisted.map(|path| format!("{path} is in no kustomization"));
    unlisted.chain(missing.map(|path| format!("{path} does not exist"))).collect()
}

fn probes_use_known_routes(manifests: &Manifests) -> Vec<String> {
    let wanted = [("startupProbe", "/livez"), ("livenessProbe", "/livez"), ("readinessProbe", "/readyz")];
    let faults = wanted.into_iter().flat_map(|(probe, path)| {
        let get = of_container(manifests, &format!("/{probe}/httpGet"));
        let routed = ROUTES.iter().any(|route| route.path == path && route.allow.starts_with("GET"));
        broken([(probe, get["path"] == path && routed && get["port"] == "http")])
    });
    let scraped = &manifests["components/service-monitor/service-monitor.yaml"]["spec"]["endpoints"][0]["path"];
    faults.chain(broken([("scraped path", ROUTES.iter().any(|route| *scraped == route.path))])).collect()
}

fn ports_match_the_server(manifests: &Manifests) -> Vec<String> {
    let Ok(config) = config(manifests) else { return vec!["settings".to_owned()] };
    let image_listens = format!("ENV SUDOKU_LISTEN=0.0.0.0:{}\n", config.listen.port());
    let monitor = &manifests["components/service-monitor/service-monitor.yaml"];
    broken([
        (
            "container's port",
            of_container(manifests, "/ports") == json!([{"name": "http", "containerPort": config.listen.port()}]),
        ),
        ("image's port", include_str!("../Dockerfile").contains(&image_listens)),
        ("service's target", at(&manifests["service.yaml"], "/spec/ports/0/targetPort") == "http"),
        (
            "scraped port",
            at(monitor, "/spec/endpoints/0/port") == manifests["service.yaml"]["spec"]["ports"][0]["name"],
        ),
    ])
}

fn grace_exceeds_the_drain(manifests: &Manifests) -> Vec<String> {
    let Ok(config) = config(manifests) else { return vec!["settings".to_owned()] };
    let of_pod = at(&manifests["deployment.yaml"], "/spec/template/spec/terminationGracePeriodSeconds");
    let sleep = of_container(manifests, "/lifecycle/preStop/sleep/seconds").as_u64().unwrap_or_default();
    let needed = sleep + (config.shutdown_delay + config.drain_deadline).as_secs() + MARGIN;
    broken([("preStop", sleep > 0), ("grace period", of_pod.as_u64().is_some_and(|grace| grace > needed))])
}

fn settings_fit_the_memory(manifests: &Manifests) -> Vec<String> {
    let config = match config(manifests) {
        Ok(config) => config,
        Err(error) => return vec![error],
    };
    let limit = kibibytes(&of_container(manifests, "/resources/limits/memory"));
    let request = kibibytes(&of_container(manifests, "/resources/requests/memory"));
    let waiting = config.batch.total_buffer.get() as u64 / 1024;
    let batches = waiting + config.batch.streams.get() as u64 * PER_BATCH;
    let connections = config.connection_limits().max_held as u64 / 1024;
    let held = PROCESS + batches + BODIES_AND_SOLUTIONS + connections;
    broken([("memory limit", held <= limit), ("memory request", (PROCESS..=limit).contains(&request))])
}

fn the_image_matches_the_dockerfile(manifests: &Manifests) -> Vec<String> {
    let pod = at(&manifests["deployment.yaml"], "/spec/template/spec/securityContext");
    let user = format!("USER {}:{}\n", pod["runAsUser"], pod["runAsGroup"]);
    let image = &manifests["kustomization.yaml"]["images"][0];
    broken([
        ("user", include_str!("../Dockerfile").contains(&user)),
        ("image's name", image["name"] == of_container(manifests, "/image")),
        ("image's tag", image["newTag"] == env!("CARGO_PKG_VERSION")),
    ])
}

fn no_privilege_is_granted(manifests: &Manifests) -> Vec<String> {
    let pod = at(&manifests["deployment.yaml"], "/spec/template/spec");
    let container = of_container(manifests, "/securityContext");
    broken([
        ("root", pod["securityContext"]["runAsNonRoot"] == true),
        ("seccomp", pod["securityContext"]["seccompProfile"]["type"] == "RuntimeDefault"),
        ("token", pod["automountServiceAccountToken"] == false),
        ("escalation", container["allowPrivilegeEscalation"] == false),
        ("writable root", container["readOnlyRootFilesystem"] == true),
        ("capabilities", container["capabilities"] == json!({"drop": ["ALL"]})),
    ])
}

fn all_select_the_same_pods(manifests: &Manifests) -> Vec<String> {
    let deployment = &manifests["deployment.yaml"];
    let labels = at(deployment, "/spec/template/metadata/labels");
    let spread = at(deployment, "/spec/template/spec/topologySpreadConstraints");
    let selects_them = |constraint: &Value| constraint["labelSelector"]["matchLabels"] == labels;
    let monitor = &manifests["components/service-monitor/service-monitor.yaml"];
    let target = &manifests["autoscaler.yaml"]["spec"]["scaleTargetRef"];
    broken([
        ("deployment", at(deployment, "/spec/selector/matchLabels") == labels && labels.is_object()),
        ("spread", spread.as_array().is_some_and(|list| list.len() == 2 && list.iter().all(selects_them))),
        ("service", at(&manifests["service.yaml"], "/spec/selector") == labels),
        ("budget", at(&manifests["disruption-budget.yaml"], "/spec/selector/matchLabels") == labels),
        ("monitor", at(monitor, "/spec/selector/matchLabels") == manifests["service.yaml"]["metadata"]["labels"]),
        ("autoscaler", target["kind"] == "Deployment" && target["name"] == deployment["metadata"]["name"]),
        ("replicas", deployment["spec"]["replicas"].is_null()),
    ])
}

const RULES: [Rule; 8] = [
    every_file_is_listed,
    probes_use_known_routes,
    ports_match_the_server,
    grace_exceeds_the_drain,
    settings_fit_the_memory,
    the_image_matches_the_dockerfile,
    no_privilege_is_granted,
    all_select_the_same_pods,
];

fn faults(manifests: &Manifests) -> Vec<String> {
    RULES.into_iter().flat_map(|rule| rule(manifests)).collect()
}

#[test]
fn the_manifests_keep_every_rule() {
    assert_eq!(faults(&manifests()), Vec::<String>::new());
}

#[test]
fn every_rule_finds_its_fault() {
    let in_pod = |rest: &str| format!("/spec/template/spec/{rest}");
    let in_container = |rest: &str| format!("{CONTAINER}/{rest}");
    let monitor = "components/service-monitor/service-monitor.yaml";
    let deployment = "deployment.yaml";
    let cases = [
        ("kustomization.yaml", "/resources/0".to_owned(), json!("a.yaml"), "autoscaler.yaml is in no kustomization"),
        ("kustomization.yaml", "/resources/0".to_owned(), json!("a.yaml"), "a.yaml does not exist"),
        ("kustomization.yaml", "/images/0/name".to_owned(), json!("other"), "image's name"),
        ("kustomization.yaml", "/images/0/newTag".to_owned(), json!("latest"), "image's tag"),
        (deployment, in_container("startupProbe/httpGet/path"), json!("/health"), "startupProbe"),
        (deployment, in_container("livenessProbe/httpGet/path"), json!("/readyz"), "livenessProbe"),
        (deployment, in_container("readinessProbe/httpGet/port"), json!("web"), "readinessProbe"),
        (deployment, in_container("ports/0/containerPort"), json!(8081), "container's port"),
        (deployment, in_container("lifecycle/preStop/sleep/seconds"), json!(0), "preStop"),
        (deployment, in_container("lifecycle/preStop/sleep/seconds"), json!(14), "grace period"),
        (deployment, in_container("env/0/name"), json!("SUDOKU_THREADS"), "\"SUDOKU_THREADS\" is not a setting"),
        (deployment, in_container("env/1/value"), json!("20000"), "memory limit"),
        (deployment, in_container("resources/requests/memory"), json!("1024Mi"), "memory request"),
        (deployment, in_container("securityContext/readOnlyRootFilesystem"), json!(false), "writable root"),
        (deployment, in_container("securityContext/allowPrivilegeEscalation"), json!(true), "escalation"),
        (deployment, in_container("securityContext/capabilities/drop/0"), json!("NET_RAW"), "capabilities"),
        (deployment, in_pod("securityContext/runAsUser"), json!(1000), "user"),
        (deployment, in_pod("securityContext/runAsNonRoot"), json!(false), "root"),
        (deployment, in_pod("securityContext/seccompProfile/type"), json!("Unconfined"), "seccomp"),
        (deployment, in_pod("automountServiceAccountToken"), json!(true), "token"),
        (deployment, in_pod("topologySpreadConstraints/1/labelSelector/matchLabels"), json!({}), "spread"),
        (deployment, "/spec/selector/matchLabels".to_owned(), json!({"app": "x"}), "deployment"),
        (deployment, "/metadata/name".to_owned(), json!("other"), "autoscaler"),
        (deployment, "/spec".to_owned(), json!({"replicas": 3}), "replicas"),
        ("service.yaml", "/spec/ports/0/targetPort".to_owned(), json!(80), "service's target"),
        ("service.yaml", "/spec/selector".to_owned(), json!({}), "service"),
        ("disruption-budget.yaml", "/spec/selector/matchLabels".to_owned(), json!({}), "budget"),
        (monitor, "/spec/endpoints/0/path".to_owned(), json!("/prometheus"), "scraped path"),
        (monitor, "/spec/endpoints/0/port".to_owned(), json!("metrics"), "scraped port"),
        (monitor, "/spec/selector/matchLabels".to_owned(), json!({}), "monitor"),
    ];
    for (file, pointer, value, fault) in cases {
        let mut manifests = manifests();
        let place = manifests.get_mut(file).unwrap().pointer_mut(&pointer);
        *place.unwrap_or_else(|| panic!("{file} has nothing at {pointer}")) = value;
        let found = faults(&manifests);
        assert!(found.iter().any(|name| name == fault), "{fault} was not found in {file}: {found:?}");
    }
}
