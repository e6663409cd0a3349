/** The `Endpoints` of a service. Pure. */
import { deepEqual } from '@kubewright/core/json'
import type { EndpointsInput, Pod, Service } from '@kubewright/kubernetes'
import type { EndpointAddress, EndpointSubset } from '@kubewright/kubernetes/core/v1'
import { endpointsManagedByLabel, headlessLabel, overCapacityAnnotation } from '../names.ts'
import { isGoing, isReady } from '../workloads/pod-state.ts'
import { addressesOf, hostnameOf, isHeadless, podsBehind, targetOf } from './service-pods.ts'
import { targetPorts } from './service-ports.ts'

/** The maximum number of addresses in one object. */
const capacity = 1_000

interface Group {
  readonly ports: EndpointSubset['ports']
  readonly ready: EndpointAddress[]
  readonly notReady: EndpointAddress[]
}

export function wantedEndpoints(service: Service, pods: readonly Pod[]): EndpointsInput {
  const { name, namespace, labels = {} } = service.metadata
  const all = podsBehind(service, pods)
    .filter((pod) => !isGoing(pod) || showsAll(service))
    .sort((one, two) => (one.metadata.name < two.metadata.name ? -1 : 1))
  const subsets = subsetsOf(service, all.slice(0, capacity))
  return {
    metadata: {
      name,
      namespace,
      labels: {
        ...labels,
        [endpointsManagedByLabel]: 'endpoint-controller',
        ...(isHeadless(service) ? { [headlessLabel]: '' } : {}),
      },
      ...(all.length > capacity ? { annotations: { [overCapacityAnnotation]: 'truncated' } } : {}),
    },
    ...(subsets.length === 0 ? {} : { subsets }),
  }
}

function showsAll({ spec }: Service): boolean {
  return spec?.publishNotReadyAddresses === true
}

/** Pods that use the same port name for different ports are in different subsets. */
function subsetsOf(service: Service, pods: readonly Pod[]): readonly EndpointSubset[] {
  const groups: Group[] = []
  for (const pod of pods) {
    const ports = portsOf(service, pod)
    const isUseless = ports.length === 0 && (service.spec?.ports ?? []).length > 0
    const address = addressOf(service, pod)
    if (isUseless || address === undefined) continue
    const known = groups.find((group) => deepEqual(group.ports, ports))
    const group = known ?? { ports, ready: [], notReady: [] }
    if (known === undefined) groups.push(group)
    const list = isReady(pod) || showsAll(service) ? group.ready : group.notReady
    list.push(address)
  }
  return groups.map(({ ports, ready, notReady }) => ({
    ...(ready.length === 0 ? {} : { addresses: ready }),
    ...(notReady.length === 0 ? {} : { notReadyAddresses: notReady }),
    ...(ports?.length === 0 ? {} : { ports }),
  }))
}

function portsOf(service: Service, pod: Pod): NonNullable<EndpointSubset['ports']> {
  return targetPorts(service, pod).map(({ name, ...port }) => ({ ...(name === '' ? {} : { name }), ...port }))
}

/** An address of the service's preferred family. */
function addressOf(service: Service, pod: Pod): EndpointAddress | undefined {
  const isSix = service.spec?.ipFamilies?.[0] === 'IPv6'
  const ip = addressesOf(pod).find((address) => address.includes(':') === isSix)
  if (ip === undefined) return undefined
  const hostname = hostnameOf(pod, service)
  const { nodeName } = pod.spec
  return {
    ip,
    ...(hostname === undefined ? {} : { hostname }),
    ...(nodeName === undefined ? {} : { nodeName }),
    targetRef: targetOf(pod),
  }
}
