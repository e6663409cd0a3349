//! The controller and its reconcile function.

use std::{fmt::Debug, future::Future, sync::Arc, time::Duration};

use futures::{Stream, StreamExt, future};
use k8s_openapi::{
    NamespaceResourceScope,
    api::{
        apps::v1::Deployment,
        core::v1::{ConfigMap, Service},
        networking::v1::Ingress,
    },
};
use kube::{
    Api, Client, Resource, ResourceExt,
    api::{Patch, PatchParams},
    core::PartialObjectMeta,
    runtime::{
        Config as ControllerConfig, Controller, WatchStreamExt, controller::Action, predicates, reflector, watcher,
    },
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::json;

use crate::{
    Failure, Settings, children,
    progress::Progress,
    sync::{BenchStore, watch_config, without_managed_fields},
    website::{Website, WebsiteStatus},
};

const MANAGER: &str = "website-operator";

struct Context {
    client: Client,
    progress: Progress,
}

pub async fn run(
    client: Client,
    settings: &Settings,
    stop: impl Future<Output = ()> + Send + Sync + 'static,
) -> Result<(), Failure> {
    run_beside(client, settings, stop, Vec::new()).await
}

/// Runs the operator; it counts as synced only once `others` are, too.
pub async fn run_beside(
    client: Client,
    settings: &Settings,
    stop: impl Future<Output = ()> + Send + Sync + 'static,
    others: Vec<BenchStore>,
) -> Result<(), Failure> {
    let (store, writer) = reflector::store();
    let websites = watcher(settings.api::<Website>(&client), watch_config())
        .default_backoff()
        .modify(without_managed_fields)
        .reflect(writer)
        .applied_objects()
        .predicate_filter(predicates::generation, Default::default());
    let context = Arc::new(Context { client: client.clone(), progress: Progress::default() });
    let controller = Controller::for_stream(websites, store.clone())
        .owns_stream(owned::<ConfigMap>(settings.api(&client)))
        .owns_stream(owned::<Deployment>(settings.api(&client)))
        .owns_stream(owned::<Service>(settings.api(&client)))
        .owns_stream(owned::<Ingress>(settings.api(&client)))
        .with_config(ControllerConfig::default().concurrency(settings.concurrency))
        .graceful_shutdown_on(stop)
        .run(reconcile, retry, context.clone())
        .for_each(|_| future::ready(()));
    let report = async {
        if report_sync(&store, &others, &context.progress).await.is_err() {
            eprintln!("a watch ended before its store was synced");
        }
        future::pending::<()>().await
    };
    tokio::select! {
        () = controller => Ok(()),
        () = report => unreachable!("the report never ends"),
    }
}

/// Changes and deletions of one owned kind.
fn owned<K>(
    api: Api<PartialObjectMeta<K>>,
) -> impl Stream<Item = Result<PartialObjectMeta<K>, watcher::Error>> + Send + 'static
where
    K: Resource<DynamicType = ()> + Clone + Debug + DeserializeOwned + Send + 'static,
{
    watcher(api, watch_config()).default_backoff().touched_objects()
}

async fn report_sync(
    store: &reflector::Store<Website>,
    others: &[BenchStore],
    progress: &Progress,
) -> Result<(), reflector::store::WriterDropped> {
    store.wait_until_ready().await?;
    for other in others {
        other.wait_until_ready().await?;
    }
    let keys = store.state().iter().map(|site| (site.namespace(), site.name_any())).collect();
    let objects = store.len() + others.iter().map(reflector::Store::len).sum::<usize>();
    progress.synced(keys, objects);
    Ok(())
}

async fn reconcile(site: Arc<Website>, context: Arc<Context>) -> Result<Action, kube::Error> {
    context.progress.reconcile_begins();
    if site.metadata.deletion_timestamp.is_none() {
        apply(&context.client, &site, &children::config_map(&site)).await?;
        apply(&context.client, &site, &children::deployment(&site)).await?;
        apply(&context.client, &site, &children::service(&site)).await?;
        apply(&context.client, &site, &children::ingress(&site)).await?;
        apply_status(&context.client, &site).await?;
    }
    context.progress.reconciled((site.namespace(), site.name_any()));
    Ok(Action::await_change())
}

async fn apply<K>(client: &Client, site: &Website, object: &K) -> Result<(), kube::Error>
where
    K: Resource<Scope = NamespaceResourceScope, DynamicType = ()> + Clone + Debug + DeserializeOwned + Serialize,
{
    let api: Api<K> = Api::namespaced(client.clone(), &site.namespace().unwrap_or_default());
    api.patch(&site.name_any(), &PatchParams::apply(MANAGER).force(), &Patch::Apply(object)).await?;
    Ok(())
}

async fn apply_status(client: &Client, site: &Website) -> Result<(), kube::Error> {
    let status = WebsiteStatus {
        observed_generation: site.metadata.generation,
        url: Some(format!("http://{}", children::host(site))),
        revision: site.spec.revision,
    };
    if site.status.as_ref() == Some(&status) {
        return Ok(());
    }
    let api: Api<Website> = Api::namespaced(client.clone(), &site.namespace().unwrap_or_default());
    let patch = json!({ "apiVersion": Website::api_version(&()), "kind": Website::kind(&()), "status": status });
    api.patch_status(&site.name_any(), &PatchParams::apply(MANAGER).force(), &Patch::Apply(patch)).await?;
    Ok(())
}

fn retry(_: Arc<Website>, error: &kube::Error, _: Arc<Context>) -> Action {
    eprintln!("cannot reconcile, next attempt in 5 s: {error}");
    Action::requeue(Duration::from_secs(5))
}
