//! The website operator with kube-rs.
//!
//! Idiomatic: a `Controller` over a reflector store, typed objects, and server-side apply of every owned object in every
//! reconcile, without a read before it. An apply that changes nothing writes nothing, but it is a request.
//!
//! Changed from the defaults, as kube-rs recommends for production:
//! - `predicates::generation` drops the events of the operator's own status writes;
//! - owned kinds are watched as metadata only, because the reconcile never reads them;
//! - the number of concurrent reconciles is limited (the default is no limit).
//!
//! The client has no rate limit. Its retries on 429, 503 and 504 are the default.

mod children;
mod operate;
mod progress;
mod sync;
mod website;

use std::{env, future::Future};

use k8s_openapi::{NamespaceResourceScope, api::apps::v1::Deployment};
use kube::{Api, Client, Resource};
use tokio::signal::unix::{SignalKind, signal};

use website::Website;

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// What the harness asks for in the environment.
#[derive(Clone)]
struct Settings {
    mode: String,
    resource: String,
    /// Empty for all namespaces.
    namespace: String,
    concurrency: u16,
}

impl Settings {
    fn from_environment() -> Result<Self, Failure> {
        Ok(Self {
            mode: variable("BENCH_MODE", "operate"),
            resource: variable("BENCH_RESOURCE", "websites"),
            namespace: variable("BENCH_NAMESPACE", ""),
            concurrency: variable("BENCH_CONCURRENCY", "10").parse()?,
        })
    }

    fn api<K>(&self, client: &Client) -> Api<K>
    where
        K: Resource<Scope = NamespaceResourceScope, DynamicType = ()>,
    {
        match self.namespace.as_str() {
            "" => Api::all(client.clone()),
            namespace => Api::namespaced(client.clone(), namespace),
        }
    }
}

fn variable(name: &str, fallback: &str) -> String {
    env::var(name).ok().filter(|value| !value.is_empty()).unwrap_or_else(|| fallback.into())
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    progress::emit("started", None);
    let settings = Settings::from_environment()?;
    let client = Client::try_default().await?;
    let stop = termination()?;
    match (settings.mode.as_str(), settings.resource.as_str()) {
        ("operate", _) => operate::run(client, &settings, stop).await,
        ("watch20", _) => {
            let extra = sync::start_benches(&client, &settings);
            operate::run_beside(client, &settings, stop, extra).await
        }
        ("sync", "websites") => {
            sync::run(settings.api::<Website>(&client), stop, |site| site.spec.padding.as_ref().map_or(0, String::len))
                .await
        }
        ("sync", "deployments") => {
            sync::run(settings.api::<Deployment>(&client), stop, |deployment| {
                deployment.spec.as_ref().and_then(|spec| spec.replicas).unwrap_or(1) as usize
            })
            .await
        }
        (mode, resource) => Err(format!("unknown mode and resource: {mode:?} {resource:?}").into()),
    }
}

/// Installs the handler at once, and resolves at the first SIGTERM.
fn termination() -> Result<impl Future<Output = ()> + Send + Sync + 'static, Failure> {
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        terminate.recv().await;
    })
}
