"""
The website operator with kopf.

Idiomatic: change handlers for creation, update and resumption of a Website, with kopf's retries and its own record of the last
handled state (an annotation); the status through `patch`; an event handler per owned kind that repairs that one object. kopf has
neither a client for other objects nor server-side apply, so the handlers create and merge-patch with aiohttp, which kopf itself
stands on.

Changed from the defaults:
- owned objects are remembered by event handlers, reduced to what is compared, instead of by `kopf.index`: while indices are
  filled, each indexed object wakes the workers of all others, so that the time to start grows with the square of their number;
- uvloop, which kopf recommends and its command line would use;
- no Kubernetes events: kopf would post some for every handled change;
- a failed handler is tried again after 5 s instead of 60 s;
- a semaphore limits concurrency. kopf's `worker_limit` cannot: a worker keeps its place for 5 s after its last event.

kopf limits no request rates.
"""
import asyncio
import os

import kopf
import uvloop

import caches
import sync
from operate import Operator
from progress import emit


def main() -> None:
    emit('started')
    mode = os.environ.get('BENCH_MODE') or 'operate'
    namespace = os.environ.get('BENCH_NAMESPACE') or None
    kopf.on.login()(kopf.login_with_kubeconfig)
    kopf.on.startup()(configure)
    scope = {'namespaces': [namespace]} if namespace else {'clusterwide': True}
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        register(mode, namespace)
        kopf.run(loop=runner.get_loop(), standalone=True, **scope)


def register(mode: str, namespace: str | None) -> None:
    match mode:
        case 'operate':
            Operator(namespace, []).register()
        case 'watch20':
            Operator(namespace, caches.benches()).register()
        case 'sync':
            sync.register(os.environ.get('BENCH_RESOURCE') or 'websites', namespace)
        case _:
            raise SystemExit(f'BENCH_MODE is not operate, sync or watch20: {mode}')


def configure(settings: kopf.OperatorSettings, **_) -> None:
    settings.posting.enabled = False
    settings.queueing.exit_timeout = 2


if __name__ == '__main__':
    main()
