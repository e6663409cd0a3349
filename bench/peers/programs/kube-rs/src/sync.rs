//! Caches that are only read: one kind in the `sync` mode, nineteen in `watch20`.

use std::{fmt::Debug, future::Future, hash::Hash};

use futures::{StreamExt, future};
use kube::{
    Api, Client, Resource, ResourceExt,
    core::{ApiResource, DynamicObject, GroupVersionKind},
    runtime::{WatchStreamExt, reflector, watcher},
};
use serde::de::DeserializeOwned;

use crate::{Failure, Settings, progress::emit};

pub type BenchStore = reflector::Store<DynamicObject>;

pub fn watch_config() -> watcher::Config {
    watcher::Config::default()
}

/// Caches everything behind `api`; `read` is called once for each object.
pub async fn run<K>(api: Api<K>, stop: impl Future<Output = ()>, read: impl Fn(&K) -> usize) -> Result<(), Failure>
where
    K: Resource<DynamicType = ()> + Clone + Debug + DeserializeOwned + Send + Sync + 'static,
{
    let store = start(api, ());
    let seen = async {
        store.wait_until_ready().await?;
        emit("synced", Some(store.len()));
        let sum: usize = store.state().iter().map(|object| read(object)).sum();
        std::hint::black_box(sum);
        emit("seen", Some(store.len()));
        future::pending::<Result<(), Failure>>().await
    };
    tokio::select! {
        result = seen => result,
        () = stop => Ok(()),
    }
}

/// Starts the reflectors of Bench01 to Bench19.
pub fn start_benches(client: &Client, settings: &Settings) -> Vec<BenchStore> {
    (1..=19)
        .map(|number| {
            let kind = GroupVersionKind::gvk("bench.kubewright.dev", "v1", &format!("Bench{number:02}"));
            let resource = ApiResource::from_gvk_with_plural(&kind, &format!("bench{number:02}s"));
            let api = match settings.namespace.as_str() {
                "" => Api::all_with(client.clone(), &resource),
                namespace => Api::namespaced_with(client.clone(), namespace, &resource),
            };
            start(api, resource)
        })
        .collect()
}

/// Nothing here reads managed fields, and without them a store is smaller. Kubewright omits them by default.
pub fn without_managed_fields(object: &mut impl Resource) {
    object.managed_fields_mut().clear();
}

/// Starts a reflector in the background, which ends with the process.
fn start<K>(api: Api<K>, kind: K::DynamicType) -> reflector::Store<K>
where
    K: Resource + Clone + Debug + DeserializeOwned + Send + Sync + 'static,
    K::DynamicType: Clone + Eq + Hash + Send + Sync,
{
    let writer = reflector::store::Writer::new(kind);
    let store = writer.as_reader();
    let events = watcher(api, watch_config())
        .default_backoff()
        .modify(without_managed_fields)
        .reflect(writer)
        .touched_objects();
    tokio::spawn(events.for_each(|_| future::ready(())));
    store
}
