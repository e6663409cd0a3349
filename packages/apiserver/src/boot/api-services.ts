/** An APIService for every group and version that the server serves itself, with their order in discovery. */
import { servedGroups } from '@kubewright/kubernetes/discovery'
import type { BootObject } from './boot-object.ts'

/** Higher values come first. */
const groupPriorities: Readonly<Record<string, number>> = {
  '': 18_000,
  apps: 17_800,
  'events.k8s.io': 17_750,
  'authentication.k8s.io': 17_700,
  'authorization.k8s.io': 17_600,
  autoscaling: 17_500,
  batch: 17_400,
  'certificates.k8s.io': 17_300,
  'networking.k8s.io': 17_200,
  policy: 17_100,
  'rbac.authorization.k8s.io': 17_000,
  'storage.k8s.io': 16_800,
  'apiextensions.k8s.io': 16_700,
  'admissionregistration.k8s.io': 16_700,
  'scheduling.k8s.io': 16_600,
  'coordination.k8s.io': 16_500,
  'node.k8s.io': 16_300,
  'discovery.k8s.io': 16_200,
  'resource.k8s.io': 16_200,
  'flowcontrol.apiserver.k8s.io': 16_100,
}

const usualVersionPriority = 15
const versionPriorities: Readonly<Record<string, number>> = {
  'v1.': 1,
  'v2.autoscaling': 30,
  'v1.flowcontrol.apiserver.k8s.io': 21,
  'v1.resource.k8s.io': 21,
}

/** @param time RFC 3339 */
export function apiServices(time: string): readonly BootObject[] {
  const served = servedGroups.flatMap(({ group, versions }) => versions.map(({ version }) => ({ group, version })))
  return served.flatMap(({ group, version }) => {
    const groupPriorityMinimum = groupPriorities[group]
    // The group of the APIServices themselves has none.
    if (groupPriorityMinimum === undefined) return []
    const name = `${version}.${group}`
    const versionPriority = versionPriorities[name] ?? usualVersionPriority
    const spec = { ...(group === '' ? {} : { group }), version, groupPriorityMinimum, versionPriority }
    return localApiService(spec, 'onstart', time)
  })
}

export const automanaged = 'kube-aggregator.kubernetes.io/automanaged'

interface ApiServiceSpec {
  readonly group?: string
  readonly version: string
  readonly groupPriorityMinimum: number
  readonly versionPriority: number
}

/** An APIService that the server serves itself. @param kept whether it is maintained only on start, or always */
export function localApiService(spec: ApiServiceSpec, kept: 'onstart' | 'true', time: string): BootObject {
  const own = spec.group === undefined ? '' : 'group '
  const condition = {
    type: 'Available',
    status: 'True',
    lastTransitionTime: time,
    reason: 'Local',
    message: 'Local APIServices are always available',
  }
  return {
    collection: 'apiservices.apiregistration.k8s.io',
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: `${spec.version}.${spec.group ?? ''}`, labels: { [automanaged]: kept } },
    fields: { spec, status: { conditions: [condition] } },
    owners: [{ owns: `metadata(labels(. ${automanaged})) spec(${own}groupPriorityMinimum version versionPriority)` }],
  }
}
