"""The four owned objects of a Website, and how they are compared. Pure."""
from collections.abc import Mapping
from typing import Any

import kopf

# The owned kinds: group, version and plural.
KINDS = {
    'configmaps': ('', 'v1', 'configmaps'),
    'deployments': ('apps', 'v1', 'deployments'),
    'services': ('', 'v1', 'services'),
    'ingresses': ('networking.k8s.io', 'v1', 'ingresses'),
}


def host(site: Mapping) -> str:
    return site['spec'].get('domain') or f'{site["metadata"]["name"]}.example.com'


def desired(site: Mapping, plural: str) -> dict:
    """The owned object of one kind, with its owner reference."""
    child = _BUILDERS[plural](site)
    name = site['metadata']['name']
    child['metadata'] = {'name': name, 'namespace': site['metadata']['namespace'], 'labels': {'app': name}}
    kopf.append_owner_reference(child, owner=kopf.Body(site))
    return child


def compared(body: Mapping) -> dict:
    """What an index keeps of an owned object: the parts that `desired` may set."""
    metadata = body['metadata']
    kept = {'metadata': {key: metadata[key] for key in ('labels', 'ownerReferences') if key in metadata}}
    return kept | {key: body[key] for key in ('data', 'spec') if key in body}


def covers(observed: Any, wanted: Any) -> bool:
    """Whether `observed` has everything that is wanted. The server's defaults may stand beside it."""
    if isinstance(wanted, Mapping):
        return isinstance(observed, Mapping) and all(
            key in observed and covers(observed[key], value) for key, value in wanted.items()
        )
    if isinstance(wanted, list):
        return (
            isinstance(observed, list)
            and len(observed) == len(wanted)
            and all(covers(left, right) for left, right in zip(observed, wanted))
        )
    return observed == wanted


def _config_map(site: Mapping) -> dict:
    data = {'index.html': f'<h1>{site["metadata"]["name"]}</h1>', 'revision': str(site['spec'].get('revision') or 0)}
    return {'apiVersion': 'v1', 'kind': 'ConfigMap', 'data': data}


def _deployment(site: Mapping) -> dict:
    labels = {'app': site['metadata']['name']}
    container = {'name': 'site', 'image': site['spec']['image'], 'ports': [{'containerPort': 8080}]}
    template = {'metadata': {'labels': labels}, 'spec': {'containers': [container]}}
    spec = {'replicas': site['spec']['replicas'], 'selector': {'matchLabels': labels}, 'template': template}
    return {'apiVersion': 'apps/v1', 'kind': 'Deployment', 'spec': spec}


def _service(site: Mapping) -> dict:
    spec = {'selector': {'app': site['metadata']['name']}, 'ports': [{'port': 80, 'targetPort': 8080}]}
    return {'apiVersion': 'v1', 'kind': 'Service', 'spec': spec}


def _ingress(site: Mapping) -> dict:
    service = {'name': site['metadata']['name'], 'port': {'number': 80}}
    path = {'path': '/', 'pathType': 'Prefix', 'backend': {'service': service}}
    spec = {'rules': [{'host': host(site), 'http': {'paths': [path]}}]}
    return {'apiVersion': 'networking.k8s.io/v1', 'kind': 'Ingress', 'spec': spec}


_BUILDERS = {'configmaps': _config_map, 'deployments': _deployment, 'services': _service, 'ingresses': _ingress}
