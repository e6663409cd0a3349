/** Which pods stand behind a service, and what wakes it when they change. */
import { changed, index, watch, type Watch } from '@kubewright/controller'
import { compileLabelSelector } from '@kubewright/core'
import { Pod, Service } from '@kubewright/kubernetes'
import { isFinished, isGoing, isReady } from '../workloads/pod-state.ts'

/** Under one of the labels it asks for: whoever has that one may have the others too. */
export const servicesByLabel = index(Service, 'simulation-by-label', ({ spec }) => {
  const [first] = Object.entries(spec?.selector ?? {})
  return first === undefined ? undefined : labelKey(first)
})

function labelKey([name, value]: readonly [string, string]): string {
  return `${name}=${value}`
}

/** Whether its endpoints follow from pods: those of others are somebody else's business. */
export function hasSelector({ spec }: Service): boolean {
  return Object.keys(spec?.selector ?? {}).length > 0 && spec?.type !== 'ExternalName'
}

export function isHeadless({ spec }: Service): boolean {
  return spec?.clusterIP === 'None'
}

/** Those that have an address, and have not ended. */
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

/** A pod that asks for a name of its own below the service's has it. */
export function hostnameOf({ metadata, spec }: Pod, service: Service): string | undefined {
  const isBelow = spec.subdomain === service.metadata.name && metadata.namespace === service.metadata.namespace
  return isBelow ? spec.hostname : undefined
}

export function targetOf({ metadata: { namespace, name, uid } }: Pod) {
  return { kind: 'Pod', name, uid, ...(namespace === undefined ? {} : { namespace }) }
}

/** What of a pod its services show. */
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
