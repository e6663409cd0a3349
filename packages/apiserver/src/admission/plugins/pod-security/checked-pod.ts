/** The pod under check, the findings of a check, and helpers that word them. Pure. */
import type { Container, Pod } from '@kubewright/kubernetes/core/v1'
import type { Unvalidated } from '../../../object/unvalidated.ts'

export type CheckedSpec = NonNullable<Unvalidated<Pod>['spec']>
export type CheckedContainer = Unvalidated<Container>

export interface CheckedPod {
  readonly annotations: Readonly<Record<string, string | undefined>>
  readonly spec: CheckedSpec
}

export interface Finding {
  /** A summary, the same for many pods. */
  readonly reason: string
  /** Specifics of one pod. */
  readonly detail: string
}

/** Undefined if nothing is wrong. */
export type Check = (pod: CheckedPod) => Finding | undefined

/** In the order they start. */
export function containersOf({
  initContainers,
  containers,
  ephemeralContainers,
}: CheckedSpec): readonly CheckedContainer[] {
  return [
    ...(initContainers ?? []),
    ...(containers ?? []),
    ...((ephemeralContainers ?? []) as readonly CheckedContainer[]),
  ]
}

/** The names of those containers for which `isBad` holds. */
export function namesWhere(spec: CheckedSpec, isBad: (container: CheckedContainer) => boolean): readonly string[] {
  return containersOf(spec)
    .filter(isBad)
    .map(({ name = '' }) => name)
}

/** `"a", "b"` */
export function quoted(items: Iterable<string>): string {
  return [...items].map((item) => `"${item}"`).join(', ')
}

export function plural(singular: string, many: string, count: number): string {
  return count === 1 ? singular : many
}

/** `container "a"`, `containers "a", "b"` */
export function containerList(names: readonly string[]): string {
  return `${plural('container', 'containers', names.length)} ${quoted(names)}`
}

/** Deduplicated and sorted. */
export function unique(items: Iterable<string>): readonly string[] {
  return [...new Set(items)].sort()
}

/** The violating parts: the pod as a whole, or some of its containers. */
export function settersOf(isPodBad: boolean, names: readonly string[]): readonly string[] {
  return [...(isPodBad ? ['pod'] : []), ...(names.length > 0 ? [containerList(names)] : [])]
}

export function isWindows({ os }: CheckedSpec): boolean {
  return os?.name === 'windows'
}

/** In a user namespace of its own, so root in the pod is not root on the host. */
export function hasOwnUsers({ hostUsers }: CheckedSpec): boolean {
  return hostUsers === false
}
