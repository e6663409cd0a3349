/** The etcd key of an object in kube-apiserver, for messages that contain it and sizes that depend on it. */
import type { ServedKind } from '../kinds/served-kind.ts'
import { formatGroupResource } from '../status/failures.ts'

/** Resources that etcd stores under a path other than their plural. */
const oldPlaces: Readonly<Record<string, string>> = {
  services: 'services/specs',
  endpoints: 'services/endpoints',
  nodes: 'minions',
  replicationcontrollers: 'controllers',
  'ingresses.networking.k8s.io': 'ingress',
  'customresourcedefinitions.apiextensions.k8s.io': 'apiextensions.k8s.io/customresourcedefinitions',
  'apiservices.apiregistration.k8s.io': 'apiregistration.k8s.io/apiservices',
}

export function storageKey(kind: ServedKind, namespace: string, name: string): string {
  const { group, plural } = kind
  const place = oldPlaces[formatGroupResource({ group, resource: plural })] ?? plural
  const path = [kind.isCustom ? group : undefined, place, kind.isNamespaced ? namespace : undefined, name]
  return `/registry/${path.filter((part) => part !== undefined).join('/')}`
}
