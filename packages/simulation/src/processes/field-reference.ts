/** Values that containers get from their own pod: `fieldRef` and `resourceFieldRef`. Pure. */
import { getOwn } from '@kubewright/core/json'
import { parseQuantity } from '@kubewright/core/quantities'
import type { Container, Pod, ResourceFieldSelector } from '@kubewright/kubernetes/core/v1'
import { loopbackOf } from './loopback.ts'

/** The addresses of a pod when its containers start, before they are in its status. */
export interface PodPlace {
  readonly podIp: string
  readonly hostIp: string
}

type Reader = (pod: Pod, place: PodPlace) => string | undefined

/** Addresses are those that the process can use. */
const fields: Readonly<Record<string, Reader>> = {
  'metadata.name': ({ metadata }) => metadata.name,
  'metadata.namespace': ({ metadata }) => metadata.namespace,
  'metadata.uid': ({ metadata }) => metadata.uid,
  'metadata.labels': ({ metadata }) => listed(metadata.labels),
  'metadata.annotations': ({ metadata }) => listed(metadata.annotations),
  'spec.nodeName': ({ spec }) => spec.nodeName,
  'spec.serviceAccountName': ({ spec }) => spec.serviceAccountName ?? '',
  'status.podIP': (_, { podIp }) => loopbackOf(podIp),
  'status.podIPs': (_, { podIp }) => loopbackOf(podIp),
  'status.hostIP': () => '127.0.0.1',
  'status.hostIPs': () => '127.0.0.1',
}

/** `undefined` for an unsupported path. */
export function fieldValue(path: string, pod: Pod, place: PodPlace): string | undefined {
  const [, map, key] = /^metadata\.(labels|annotations)\['(.+)'\]$/.exec(path) ?? []
  if (map !== undefined && key !== undefined) return getOwn(pod.metadata[map as 'labels' | 'annotations'], key) ?? ''
  return Object.hasOwn(fields, path) ? fields[path]!(pod, place) : undefined
}

function listed(map: Readonly<Record<string, string>> = {}): string {
  return Object.entries(map)
    .toSorted(([one], [two]) => (one < two ? -1 : 1))
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
    .join('\n')
}

/** `limits.memory` in units of the divisor, rounded up; zero without a limit. */
export function resourceValue(
  { resource, divisor }: ResourceFieldSelector,
  { resources }: Container,
): string | undefined {
  const [kind, name] = resource.split(/\.(.*)/)
  if ((kind !== 'limits' && kind !== 'requests') || name === undefined) return undefined
  const amount = parseQuantity(getOwn(resources?.[kind], name) ?? '0').toNumber()
  const unit = divisor === undefined || divisor === '0' ? 1 : parseQuantity(divisor).toNumber()
  return String(Math.ceil(amount / unit))
}
