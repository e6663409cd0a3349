"""The cache alone."""
import asyncio

import kopf

from caches import DEPLOYMENTS, SITES, Cache
from client import Client
from progress import emit

_READS = {
    'websites': (SITES, lambda spec: len(spec.get('padding', ''))),
    'deployments': (DEPLOYMENTS, lambda spec: spec.get('replicas', 1)),
}


def register(resource: str, namespace: str | None) -> None:
    selector, read = _READS[resource]
    cache = Cache(selector)

    async def start(memo: kopf.Memo, **kwargs) -> None:
        client = Client(kopf.login_with_kubeconfig(**kwargs))
        await cache.expect(client, namespace)
        await client.close()
        memo.report = asyncio.create_task(report())

    async def report() -> None:
        await cache.wait()
        emit('synced', objects=len(cache.objects))
        total = sum(read(item['spec']) for item in cache.objects.values())
        if total < 0:
            raise ValueError('a length or a count is negative')
        emit('seen', objects=len(cache.objects))

    kopf.on.startup()(start)
