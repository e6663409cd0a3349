"""The handlers of the operator."""
import asyncio
import os
from collections.abc import Mapping

import kopf

from caches import SITES, Cache
from children import KINDS, compared, covers, desired, host
from client import Client
from progress import Progress

RETRY_AFTER = 5


class Operator:
    def __init__(self, namespace: str | None, others: list[Cache]) -> None:
        self._namespace = namespace
        self._progress = Progress()
        self._slots = asyncio.Semaphore(int(os.environ.get('BENCH_CONCURRENCY') or 10))
        self._websites = Cache(SITES)
        self._owned = {plural: Cache(selector, _owned_part) for plural, selector in KINDS.items()}
        self._others = others

    def register(self) -> None:
        kopf.on.startup()(self.start)
        kopf.on.cleanup()(self.stop)
        for plural, selector in KINDS.items():
            kopf.on.event(*selector, id=f'repair-{plural}', param=plural, when=_has_owner)(self.repair)
        kopf.on.create(*SITES, id='reconcile', backoff=RETRY_AFTER)(self.reconcile)
        kopf.on.resume(*SITES, id='reconcile', backoff=RETRY_AFTER)(self.reconcile)
        kopf.on.update(*SITES, id='reconcile', field='spec', backoff=RETRY_AFTER)(self.reconcile)

    async def start(self, **kwargs) -> None:
        self._client = Client(kopf.login_with_kubeconfig(**kwargs))
        caches = [self._websites, *self._owned.values(), *self._others]
        await asyncio.gather(*(cache.expect(self._client, self._namespace) for cache in caches))
        self._synced = asyncio.create_task(self._report(caches))

    async def stop(self, **_) -> None:
        self._synced.cancel()
        await self._client.close()

    async def _report(self, caches: list[Cache]) -> None:
        for cache in caches:
            await cache.wait()
        websites = set(self._websites.objects)
        self._progress.synced(websites, len(websites) + sum(len(cache.objects) for cache in self._others))

    async def reconcile(self, body: kopf.Body, patch: kopf.Patch, **_) -> None:
        await asyncio.shield(self._synced)
        async with self._slots:
            self._progress.reconcile_begins()
            for plural in KINDS:
                await self._ensure(body, plural)
        status = {
            'observedGeneration': body.metadata['generation'],
            'url': f'http://{host(body)}',
            'revision': body.spec.get('revision'),
        }
        patch.status.update({key: value for key, value in status.items() if body.status.get(key) != value})
        self._progress.reconciled((body.metadata['namespace'], body.metadata['name']))

    async def repair(self, body: kopf.Body, param: str, logger: kopf.Logger, **_) -> None:
        """kopf does not retry event handlers. What changes before the caches are synced is left to `reconcile`."""
        key = (body.metadata['namespace'], body.metadata['name'])
        for _attempt in range(5):
            site = self._websites.objects.get(key)
            if not self._synced.done() or site is None or not _owns(site, body):
                return
            try:
                async with self._slots:
                    return await self._ensure(kopf.Body(site), param)
            except (kopf.TemporaryError, OSError) as error:
                logger.warning(f'cannot repair {param} {key}, next attempt in {RETRY_AFTER} s: {error}')
                await asyncio.sleep(RETRY_AFTER)

    async def _ensure(self, site: kopf.Body, plural: str) -> None:
        child = desired(site, plural)
        cache = self._owned[plural]
        observed = cache.objects.get((child['metadata']['namespace'], child['metadata']['name']))
        if observed is not None and covers(observed, compared(child)):
            return
        # The cache may be behind: an object that it lacks may exist.
        if observed is not None or not await self._client.create(cache.selector, child):
            await self._client.merge(cache.selector, child)


def _owned_part(body: Mapping) -> dict | None:
    return compared(body) if _has_owner(body) else None


def _has_owner(body: Mapping, **_) -> bool:
    return any(reference['kind'] == 'Website' for reference in body['metadata'].get('ownerReferences', ()))


def _owns(site: Mapping, body: Mapping) -> bool:
    uid = site['metadata']['uid']
    return any(reference['uid'] == uid for reference in body['metadata'].get('ownerReferences', ()))
