/** AppArmor and seccomp profiles in annotations, from before there were fields for them. */
import type { Container, Pod } from '@kubewright/kubernetes/core/v1'
import { deepEqual } from '@kubewright/core/json'
import type { Unvalidated } from '../../object/unvalidated.ts'

type AnyPod = Unvalidated<Pod>
type Profile = NonNullable<NonNullable<NonNullable<AnyPod['spec']>['securityContext']>['appArmorProfile']>

const armorPrefix = 'container.apparmor.security.beta.kubernetes.io/'
const seccompOfPod = 'seccomp.security.alpha.kubernetes.io/pod'
const seccompPrefix = 'container.seccomp.security.alpha.kubernetes.io/'

/** Warnings about annotations that were moved to fields. They cannot be derived from the pod afterwards. */
const told = new WeakMap<object, readonly string[]>()

/** Moves the profiles to fields, and keeps the warnings for `profileWarnings`. */
export function moveProfiles(pod: AnyPod): void {
  if (pod.spec?.os?.name === 'windows') return
  const warnings: string[] = []
  for (const container of containersOf(pod)) {
    const name = `${armorPrefix}${container.name}`
    const annotation = pod.metadata?.annotations?.[name]
    if (annotation === undefined || container.securityContext?.appArmorProfile) continue
    const profile = readProfile(annotation)
    if (profile !== undefined && deepEqual(profile, pod.spec?.securityContext?.appArmorProfile)) continue
    if (profile !== undefined) container.securityContext = { ...container.securityContext, appArmorProfile: profile }
    warnings.push(`metadata.annotations[${name}]: deprecated since v1.30; use the "appArmorProfile" field instead`)
  }
  told.set(pod, warnings)
}

export function profileWarnings(pod: AnyPod): readonly string[] {
  const { annotations = {} } = pod.metadata ?? {}
  const isUsed = (name: string, context: { seccompProfile?: unknown } | undefined) =>
    annotations[name] !== undefined && !context?.seccompProfile
  const names = [
    ...(isUsed(seccompOfPod, pod.spec?.securityContext) ? [seccompOfPod] : []),
    ...containersOf(pod)
      .filter(({ name, securityContext }) => isUsed(`${seccompPrefix}${name}`, securityContext))
      .map(({ name }) => `${seccompPrefix}${name}`),
  ]
  const seccomp = 'non-functional in v1.27+; use the "seccompProfile" field instead'
  return [...(told.get(pod) ?? []), ...names.map((name) => `metadata.annotations[${name}]: ${seccomp}`)]
}

function containersOf({ spec }: AnyPod): readonly Unvalidated<Container>[] {
  return [...(spec?.initContainers ?? []), ...(spec?.containers ?? [])]
}

/** Undefined if the annotation is not a profile. */
function readProfile(annotation: string): Profile | undefined {
  if (annotation === 'unconfined') return { type: 'Unconfined' }
  if (annotation === 'runtime/default') return { type: 'RuntimeDefault' }
  const localhostProfile = /^localhost\/(.+)$/.exec(annotation)?.[1]
  return localhostProfile === undefined ? undefined : { type: 'Localhost', localhostProfile }
}
