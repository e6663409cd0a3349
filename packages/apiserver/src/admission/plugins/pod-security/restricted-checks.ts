/** Checks that the level `restricted` adds: a pod drops the privileges it does not need. Pure. */
import { isBadSeccomp, seccompProfile, seccompTypeOf } from './baseline-checks.ts'
import {
  type Check,
  type CheckedContainer,
  containerList,
  containersOf,
  hasOwnUsers,
  isWindows,
  namesWhere,
  plural,
  quoted,
  settersOf,
  unique,
} from './checked-pod.ts'

/** For checks that do not apply to Windows. */
export function exceptOnWindows(check: Check): Check {
  return (pod) => (isWindows(pod.spec) ? undefined : check(pod))
}

export function exceptWithOwnUsers(check: Check): Check {
  return (pod) => (hasOwnUsers(pod.spec) ? undefined : check(pod))
}

export const allowPrivilegeEscalation: Check = ({ spec }) => {
  const names = namesWhere(spec, ({ securityContext }) => securityContext?.allowPrivilegeEscalation !== false)
  if (names.length === 0) return undefined
  return {
    reason: 'allowPrivilegeEscalation != false',
    detail: `${containerList(names)} must set securityContext.allowPrivilegeEscalation=false`,
  }
}

export const restrictedCapabilities: Check = ({ spec }) => {
  const added = ({ securityContext }: CheckedContainer) =>
    (securityContext?.capabilities?.add ?? []).filter((name) => name !== 'NET_BIND_SERVICE')
  const keeping = namesWhere(spec, ({ securityContext }) => !securityContext?.capabilities?.drop?.includes('ALL'))
  const adding = namesWhere(spec, (container) => added(container).length > 0)
  const details: string[] = []
  if (keeping.length > 0) details.push(`${containerList(keeping)} must set securityContext.capabilities.drop=["ALL"]`)
  if (adding.length > 0) {
    const names = quoted(unique(containersOf(spec).flatMap(added)))
    details.push(`${containerList(adding)} must not include ${names} in securityContext.capabilities.add`)
  }
  return details.length === 0 ? undefined : { reason: 'unrestricted capabilities', detail: details.join('; ') }
}

const allowedVolumes =
  'configMap csi downwardAPI emptyDir ephemeral image persistentVolumeClaim projected secret'.split(' ')
const knownVolumes =
  'hostPath gcePersistentDisk awsElasticBlockStore gitRepo nfs iscsi glusterfs rbd flexVolume cinder cephfs flocker fc azureFile vsphereVolume quobyte azureDisk photonPersistentDisk portworxVolume scaleIO storageos'.split(
    ' ',
  )

export const restrictedVolumes: Check = ({ spec }) => {
  const has = (volume: object, kind: string) => Boolean((volume as Readonly<Record<string, unknown>>)[kind])
  const bad = (spec.volumes ?? []).filter((volume) => !allowedVolumes.some((kind) => has(volume, kind)))
  if (bad.length === 0) return undefined
  const names = quoted(bad.map(({ name = '' }) => name))
  const kinds = unique(bad.map((volume) => knownVolumes.find((kind) => has(volume, kind)) ?? 'unknown'))
  const what = plural('restricted volume type', 'restricted volume types', kinds.length)
  return {
    reason: 'restricted volume types',
    detail: `${plural('volume', 'volumes', bad.length)} ${names} ${plural('uses', 'use', bad.length)} ${what} ${quoted(kinds)}`,
  }
}

export const runAsNonRoot: Check = ({ spec }) => {
  const ofPod = spec.securityContext?.runAsNonRoot
  const own = ({ securityContext }: CheckedContainer) => securityContext?.runAsNonRoot ?? undefined
  const reason = 'runAsNonRoot != true'
  const setters = settersOf(
    ofPod === false,
    namesWhere(spec, (container) => own(container) === false),
  )
  if (setters.length > 0) {
    return { reason, detail: `${setters.join(' and ')} must not set securityContext.runAsNonRoot=false` }
  }
  const silent = ofPod === true ? [] : namesWhere(spec, (container) => own(container) === undefined)
  if (silent.length === 0) return undefined
  return { reason, detail: `pod or ${containerList(silent)} must set securityContext.runAsNonRoot=true` }
}

export const runAsUser: Check = ({ spec }) => {
  const names = namesWhere(spec, ({ securityContext }) => securityContext?.runAsUser === 0)
  const setters = settersOf(spec.securityContext?.runAsUser === 0, names)
  if (setters.length === 0) return undefined
  return { reason: 'runAsUser=0', detail: `${setters.join(' and ')} must not set runAsUser=0` }
}

export const restrictedSeccomp: Check = (pod) => {
  const bad = seccompProfile(pod)
  if (bad !== undefined) return bad
  const ofPod = seccompTypeOf(pod.spec.securityContext)
  if (ofPod !== undefined && !isBadSeccomp(ofPod)) return undefined
  const silent = namesWhere(pod.spec, ({ securityContext }) => seccompTypeOf(securityContext) === undefined)
  if (silent.length === 0) return undefined
  const what = 'must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"'
  return { reason: 'seccompProfile', detail: `pod or ${containerList(silent)} ${what}` }
}
