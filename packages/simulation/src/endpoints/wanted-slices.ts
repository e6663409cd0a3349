/** The desired EndpointSlices of a service, and the fewest changes that lead to them. Pure. */
import { ownerReferenceTo } from '@kubewright/core'
import { deepEqual } from '@kubewright/core/json'
import type { EndpointSlice, EndpointSliceInput, Pod, Service } from '@kubewright/kubernetes'
import type { Endpoint, EndpointPort } from '@kubewright/kubernetes/discovery/v1'
import { headlessLabel, serviceNameLabel, sliceManagedByLabel, sliceManager } from '../names.ts'
import { isGoing, isReady } from '../workloads/pod-state.ts'
import { addressesOf, hostnameOf, isHeadless, podsBehind, targetOf } from './service-pods.ts'
import { targetPorts } from './service-ports.ts'

/** The maximum number of endpoints in one slice. */
const capacity = 100

type Family = 'IPv4' | 'IPv6'

/** Endpoints that may share a slice. */
interface Group {
  readonly addressType: Family
  readonly ports: readonly EndpointPort[]
  readonly endpoints: Endpoint[]
}

export interface SliceChanges {
  readonly create: readonly EndpointSliceInput[]
  readonly update: readonly EndpointSlice[]
  readonly remove: readonly EndpointSlice[]
}

export interface Surroundings {
  readonly pods: readonly Pod[]
  /** The zone of a node, if it has one. */
  readonly zoneOf: (node: string) => string | undefined
}

/** Endpoints stay in their slices, so that watches of slices report as few changes as possible. */
export function planSlices(
  service: Service,
  { pods, zoneOf }: Surroundings,
  existing: readonly EndpointSlice[],
): SliceChanges {
  const groups = groupsOf(service, podsBehind(service, pods), zoneOf)
  const create: EndpointSliceInput[] = []
  const next: { readonly slice: EndpointSlice; readonly endpoints: Endpoint[] }[] = []
  for (const group of groups) {
    const holding = existing.filter((slice) => belongsTo(slice, group))
    const { kept, fresh } = fill(group, holding)
    next.push(...kept)
    create.push(...fresh.map((endpoints) => newSlice(service, { ...group, endpoints })))
  }
  const labels = labelsOf(service)
  const used = new Set(next.map(({ slice }) => slice))
  return {
    create,
    update: next
      .map(({ slice, endpoints }) => ({ ...slice, metadata: { ...slice.metadata, labels }, endpoints }))
      .filter((slice, place) => !deepEqual(slice, next[place]!.slice)),
    remove: existing.filter((slice) => !used.has(slice)),
  }
}

function belongsTo({ addressType, ports }: EndpointSlice, group: Group): boolean {
  return addressType === group.addressType && deepEqual(ports ?? [], group.ports)
}

/** Keeps the endpoints of each slice that are still desired, then fills free places with the rest. A group has at least one slice. */
function fill({ endpoints }: Group, holding: readonly EndpointSlice[]) {
  const wanted = new Map(endpoints.map((endpoint) => [keyOf(endpoint), endpoint]))
  const slices = holding.map((slice) => ({ slice, endpoints: takeFrom(wanted, slice) }))
  const left = [...wanted.values()]
  for (const { endpoints: held } of slices) held.push(...left.splice(0, capacity - held.length))
  const fresh: Endpoint[][] = []
  while (left.length > 0) fresh.push(left.splice(0, capacity))
  const filled = slices.filter(({ endpoints: held }) => held.length > 0)
  const kept = filled.length === 0 && fresh.length === 0 ? slices.slice(0, 1) : filled
  return { kept, fresh: kept.length === 0 && fresh.length === 0 ? [[]] : fresh }
}

function takeFrom(wanted: Map<string, Endpoint>, { endpoints }: EndpointSlice): Endpoint[] {
  return (endpoints ?? []).flatMap((endpoint) => {
    const key = keyOf(endpoint)
    const found = wanted.get(key)
    wanted.delete(key)
    return found === undefined ? [] : [found]
  })
}

function keyOf({ targetRef, addresses }: Endpoint): string {
  return `${targetRef?.uid} ${addresses.join()}`
}

/** A service without pods has one empty slice for each address family, so that consumers can see that it is empty. */
function groupsOf(service: Service, pods: readonly Pod[], zoneOf: Surroundings['zoneOf']): readonly Group[] {
  return familiesOf(service).flatMap((addressType) => {
    const groups: Group[] = []
    for (const pod of [...pods].sort((one, two) => (one.metadata.name < two.metadata.name ? -1 : 1))) {
      const endpoint = endpointOf(service, pod, { addressType, zoneOf })
      if (endpoint === undefined) continue
      const ports = targetPorts(service, pod)
      const known = groups.find((group) => deepEqual(group.ports, ports))
      if (known === undefined) groups.push({ addressType, ports, endpoints: [endpoint] })
      else known.endpoints.push(endpoint)
    }
    return groups.length > 0 ? groups : [{ addressType, ports: [], endpoints: [] }]
  })
}

function familiesOf({ spec }: Service): readonly Family[] {
  const families = (spec?.ipFamilies ?? []).filter((one): one is Family => one === 'IPv4' || one === 'IPv6')
  return families.length > 0 ? families : ['IPv4']
}

interface Where {
  readonly addressType: Family
  readonly zoneOf: Surroundings['zoneOf']
}

function endpointOf(service: Service, pod: Pod, { addressType, zoneOf }: Where): Endpoint | undefined {
  const isSix = addressType === 'IPv6'
  const addresses = addressesOf(pod).filter((address) => address.includes(':') === isSix)
  if (addresses.length === 0) return undefined
  const [serving, terminating] = [isReady(pod), isGoing(pod)]
  const { nodeName } = pod.spec
  const zone = nodeName === undefined ? undefined : zoneOf(nodeName)
  const hostname = hostnameOf(pod, service)
  return {
    addresses,
    conditions: {
      ready: service.spec?.publishNotReadyAddresses === true || (serving && !terminating),
      serving,
      terminating,
    },
    ...(hostname === undefined ? {} : { hostname }),
    targetRef: targetOf(pod),
    ...(nodeName === undefined ? {} : { nodeName }),
    ...(zone === undefined ? {} : { zone }),
  }
}

function newSlice(service: Service, { addressType, ports, endpoints }: Group): EndpointSliceInput {
  const { name, namespace } = service.metadata
  return {
    metadata: {
      generateName: `${name}-`,
      namespace,
      labels: labelsOf(service),
      ownerReferences: [ownerReferenceTo(service)],
    },
    addressType,
    endpoints,
    ports,
  }
}

function labelsOf(service: Service): Readonly<Record<string, string>> {
  const { name, labels = {} } = service.metadata
  return {
    ...labels,
    ...(isHeadless(service) ? { [headlessLabel]: '' } : {}),
    [serviceNameLabel]: name,
    [sliceManagedByLabel]: sliceManager,
  }
}
