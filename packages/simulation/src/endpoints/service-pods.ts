/** The pods of a service, and the watch that triggers it when they change. */
import { changed, index, watch, type Watch } from '@kubewright/controller'
import { compileLabelSelector } from '@kubewright/core/selectors'
import { Pod, Service } from '@kubewright/kubernetes'
import { isFinished, isGoing, isReady } from '../workloads/pod-state.ts'

/** Indexed by the first label of the selector: a pod with that label may match the whole selector. */
export const servicesByLabel = index(Service, 'simulation-by-label', ({ spec }) => {
  const [first] = Object.entries(spec?.selector ?? {})
  return first === undefined ? undefined : labelKey(first)
})

function labelKey([name, value]: readonly [string, string]): string {
  return `${name}=${value}`
}

/** Whether the endpoints are derived from pods: those of services without a selector are managed elsewhere. */
export function hasSelector({ spec }: Service): boolean {
  return Object.keys(spec?.selector ?? {}).length > 0 && spec?.type !== 'ExternalName'
}

export function isHeadless({ spec }: Service): boolean {
  return spec?.clusterIP === 'None'
}

/** The selected pods that have an address and have not terminated. */
export function podsBehind({ metadata, spec }: Service, pods: readonly Pod[]): readonly Pod[] {
  const isMeant = compileLabelSelector({ matchLabels: spec?.selector ?? {} })
  return pods.filter(
    (pod) =>
      pod.metadata.namespace === metadata.namespace &&
      isMeant(pod.metadata.labels) &&
      !isFinished(pod) &&
      addressesOf(pod).length > 0,
  )
}

export function addressesOf({ status }: Pod): readonly string[] {
  const several = (status?.podIPs ?? []).map(({ ip }) => ip)
  return several.length > 0 ? several : status?.podIP ? [status.podIP] : []
}

/** The hostname of a pod below the service's name, if its subdomain is the service. */
export function hostnameOf({ metadata, spec }: Pod, service: Service): string | undefined {
  const isBelow = spec.subdomain === service.metadata.name && metadata.namespace === service.metadata.namespace
  return isBelow ? spec.hostname : undefined
}

export function targetOf({ metadata: { namespace, name, uid } }: Pod) {
  return { kind: 'Pod', name, uid, ...(namespace === undefined ? {} : { namespace }) }
}

/** The fields of a pod that its services show. */
const shown = changed((pod: Pod) => [
  pod.metadata.labels,
  addressesOf(pod),
  isReady(pod),
  isFinished(pod),
  isGoing(pod),
  pod.spec.nodeName,
])

export function onPodsBehind(): Watch {
  return watch(Pod, {
    when: shown,
    requests: ({ metadata: { labels = {}, namespace } }, { find }) =>
      Object.entries(labels).flatMap((label) => find(servicesByLabel, labelKey(label), { namespace })),
  })
}
