"""The few requests that kopf leaves to its users."""
import json

import aiohttp
import kopf


class Client:
    def __init__(self, connection: kopf.ConnectionInfo) -> None:
        self._session = aiohttp.ClientSession(
            base_url=connection.server,
            headers={'Accept': 'application/json', **connection.as_http_headers()},
            connector=aiohttp.TCPConnector(ssl=connection.as_ssl_context()),
            timeout=aiohttp.ClientTimeout(total=30),
        )

    async def count(self, selector: tuple[str, str, str], namespace: str | None) -> int:
        async with self._session.get(_collection(selector, namespace), params={'limit': '1'}) as response:
            response.raise_for_status()
            page = await response.json()
        return len(page['items']) + page['metadata'].get('remainingItemCount', 0)

    async def create(self, selector: tuple[str, str, str], child: dict) -> bool:
        """Returns False if an object of this name exists."""
        path = _collection(selector, child['metadata']['namespace'])
        return await self._send('POST', path, child, 'application/json') != 409

    async def merge(self, selector: tuple[str, str, str], child: dict) -> None:
        path = f'{_collection(selector, child["metadata"]["namespace"])}/{child["metadata"]["name"]}'
        if await self._send('PATCH', path, child, 'application/merge-patch+json') == 409:
            raise kopf.TemporaryError(f'conflict: PATCH {path}', delay=1)

    async def close(self) -> None:
        await self._session.close()

    async def _send(self, method: str, path: str, body: dict, media_type: str) -> int:
        headers = {'Content-Type': media_type}
        async with self._session.request(method, path, data=json.dumps(body), headers=headers) as response:
            if response.status >= 400 and response.status != 409:
                raise kopf.TemporaryError(f'{method} {path}: {response.status} {await response.text()}', delay=5)
            await response.read()
            return response.status


def _collection(selector: tuple[str, str, str], namespace: str | None) -> str:
    group, version, plural = selector
    root = f'/apis/{group}/{version}' if group else f'/api/{version}'
    return f'{root}/namespaces/{namespace}/{plural}' if namespace else f'{root}/{plural}'
