"""
Objects in memory, filled by event handlers.

kopf does not say when its first listing of a kind is over. The server is asked for the number of objects before kopf lists them;
a cache is synced once as many were listed.
"""
import asyncio
from collections.abc import Callable, Mapping
from typing import Any

import kopf

from client import Client

Selector = tuple[str, str, str]
Key = tuple[str, str]

GROUP, VERSION = 'bench.kubewright.dev', 'v1'
SITES: Selector = (GROUP, VERSION, 'websites')
DEPLOYMENTS: Selector = ('apps', 'v1', 'deployments')


class Cache:
    """The objects of one kind, or what `keep` returns of each; it may return None to leave an object out."""

    def __init__(self, selector: Selector, keep: Callable[[Mapping], Any] = dict) -> None:
        self.selector = selector
        self.objects: dict[Key, Any] = {}
        self._keep = keep
        self._listed = 0
        self._expected: int | None = None
        self._synced = asyncio.Event()
        kopf.on.event(*selector, id=f'cache-{selector[2]}')(self._follow)

    async def expect(self, client: Client, namespace: str | None) -> None:
        self._expected = await client.count(self.selector, namespace)
        self._check()

    async def wait(self) -> None:
        await self._synced.wait()

    def _follow(self, type: str | None, namespace: str, name: str, body: kopf.Body, **_) -> None:
        kept = None if type == 'DELETED' else self._keep(body)
        if kept is None:
            self.objects.pop((namespace, name), None)
        else:
            self.objects[namespace, name] = kept
        if type is None:  # from a listing, not from a watch
            self._listed += 1
            self._check()

    def _check(self) -> None:
        if self._expected is not None and self._listed >= self._expected:
            self._synced.set()


def benches() -> list[Cache]:
    return [Cache((GROUP, VERSION, f'bench{number:02}s')) for number in range(1, 20)]
