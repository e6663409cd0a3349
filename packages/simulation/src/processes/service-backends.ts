/** The service ports to listen on, and their backends. Pure. */
import type { Service } from '@kubewright/kubernetes/core/v1'
import type { EndpointSlice } from '@kubewright/kubernetes/discovery/v1'
import { loopbackOf } from './loopback.ts'

export interface Backend {
  readonly host: string
  readonly port: number
}

/** One port of one service. */
export interface ServiceFrontend {
  /** `default/redis:6379` */
  readonly name: string
  readonly host: string
  readonly port: number
  readonly backends: readonly Backend[]
}

export const serviceNameLabel = 'kubernetes.io/service-name'

/** Services without a selector, such as that of the API server itself, are not handled here. */
export function frontendsOf(
  services: readonly Service[],
  slices: readonly EndpointSlice[],
): readonly ServiceFrontend[] {
  return services.flatMap((service) => {
    const { name, namespace } = service.metadata
    const { clusterIP, selector, ports = [], type } = service.spec ?? {}
    const isReachable = clusterIP !== undefined && /^\d+(\.\d+){3}$/.test(clusterIP) && type !== 'ExternalName'
    if (!isReachable || selector === undefined || Object.keys(selector).length === 0) return []
    const own = slicesOf(service, slices)
    return ports
      .filter(({ protocol = 'TCP' }) => protocol === 'TCP')
      .map((port) => ({
        name: `${namespace}/${name}:${port.port}`,
        host: loopbackOf(clusterIP),
        port: port.port,
        backends: backendsOf(own, port.name ?? ''),
      }))
  })
}

export function slicesOf({ metadata }: Service, slices: readonly EndpointSlice[]): readonly EndpointSlice[] {
  return slices.filter(
    (slice) =>
      slice.metadata.namespace === metadata.namespace && slice.metadata.labels?.[serviceNameLabel] === metadata.name,
  )
}

function backendsOf(slices: readonly EndpointSlice[], portName: string): readonly Backend[] {
  const backends = slices.flatMap(({ endpoints, ports }) => {
    const port = ports?.find(({ name = '' }) => name === portName)?.port
    if (port === undefined || port === null) return []
    return (endpoints ?? [])
      .filter(({ conditions }) => conditions?.ready !== false)
      .flatMap(({ addresses }) => (addresses ?? []).map((address) => ({ host: loopbackOf(address), port })))
  })
  return backends.toSorted((one, two) => (one.host < two.host ? -1 : 1))
}

/** A hosts file with the service names, as seen from one namespace. */
export function hostsText(namespace: string, services: readonly Service[], slices: readonly EndpointSlice[]): string {
  const lines = services.flatMap((service) => {
    const own = slicesOf(service, slices)
    const { clusterIP } = service.spec ?? {}
    const addresses = clusterIP === undefined || clusterIP === 'None' ? readyAddresses(own) : [clusterIP]
    const names = namesOf(service, namespace)
    return [
      ...addresses.map((address) => [loopbackOf(address), ...names].join(' ')),
      ...own.flatMap(({ endpoints }) => (endpoints ?? []).flatMap((endpoint) => podLine(endpoint, names))),
    ]
  })
  return `127.0.0.1 localhost\n${lines.map((line) => `${line}\n`).join('')}`
}

type Endpoint = NonNullable<EndpointSlice['endpoints']>[number]

/** Pods with a hostname, such as those of a StatefulSet. */
function podLine({ hostname, addresses }: Endpoint, names: readonly string[]): readonly string[] {
  const [address] = addresses ?? []
  if (hostname === undefined || address === undefined) return []
  return [[loopbackOf(address), ...names.map((name) => `${hostname}.${name}`)].join(' ')]
}

function readyAddresses(slices: readonly EndpointSlice[]): readonly string[] {
  return slices.flatMap(({ endpoints }) =>
    (endpoints ?? [])
      .filter(({ conditions }) => conditions?.ready !== false)
      .flatMap(({ addresses }) => addresses ?? []),
  )
}

function namesOf({ metadata: { name, namespace: own } }: Service, namespace: string): readonly string[] {
  const full = [`${name}.${own}`, `${name}.${own}.svc`, `${name}.${own}.svc.cluster.local`]
  return own === namespace ? [name, ...full] : full
}
