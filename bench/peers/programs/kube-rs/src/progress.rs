//! The events on standard output, and which Websites are still to be reconciled for the first time.

use std::{
    collections::HashSet,
    io::{Write, stdout},
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use serde_json::json;

pub fn emit(event: &str, objects: Option<usize>) {
    let line = match objects {
        Some(objects) => json!({ "event": event, "objects": objects }),
        None => json!({ "event": event }),
    };
    let mut out = stdout().lock();
    // The harness may have closed the pipe; the operator goes on.
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

type Key = (Option<String>, String);

#[derive(Default)]
struct Seen {
    /// Reconciled before the keys at sync time were known.
    early: HashSet<Key>,
    /// There at sync time and not yet reconciled.
    missing: Option<HashSet<Key>>,
    total: usize,
}

#[derive(Default)]
pub struct Progress {
    begun: AtomicBool,
    done: AtomicBool,
    seen: Mutex<Seen>,
}

impl Progress {
    pub fn synced(&self, keys: HashSet<Key>, objects: usize) {
        emit("synced", Some(objects));
        let mut seen = self.seen.lock().expect("never poisoned");
        seen.total = keys.len();
        let early = std::mem::take(&mut seen.early);
        seen.missing = Some(keys.difference(&early).cloned().collect());
        self.emit_if_complete(&mut seen);
    }

    pub fn reconcile_begins(&self) {
        if !self.begun.swap(true, Ordering::Relaxed) {
            emit("first-reconcile", None);
        }
    }

    pub fn reconciled(&self, key: Key) {
        if self.done.load(Ordering::Relaxed) {
            return;
        }
        let mut seen = self.seen.lock().expect("never poisoned");
        match &mut seen.missing {
            None => {
                seen.early.insert(key);
            }
            Some(missing) => {
                missing.remove(&key);
                self.emit_if_complete(&mut seen);
            }
        }
    }

    fn emit_if_complete(&self, seen: &mut Seen) {
        if seen.missing.as_ref().is_some_and(HashSet::is_empty) && !self.done.swap(true, Ordering::Relaxed) {
            emit("seen", Some(seen.total));
        }
    }
}
