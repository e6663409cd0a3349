/** The pod a check looks at, the finding it makes, and the words findings are made of. Pure. */
import type { Container, Pod } from '@kubewright/kubernetes/core/v1'
import type { Loose } from '../../../built-in/loose.ts'

export type CheckedSpec = NonNullable<Loose<Pod>['spec']>
export type CheckedContainer = Loose<Container>

export interface CheckedPod {
  readonly annotations: Readonly<Record<string, string | undefined>>
  readonly spec: CheckedSpec
}

export interface Finding {
  /** In a few words, for many pods at once. */
  readonly reason: string
  /** What exactly, for one pod. */
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

/** Each once, in order. */
export function unique(items: Iterable<string>): readonly string[] {
  return [...new Set(items)].sort()
}

/** Those who set something they may not: the pod as a whole, or some of its containers. */
export function settersOf(isPodBad: boolean, names: readonly string[]): readonly string[] {
  return [...(isPodBad ? ['pod'] : []), ...(names.length > 0 ? [containerList(names)] : [])]
}

export function isWindows({ os }: CheckedSpec): boolean {
  return os?.name === 'windows'
}

/** Being root inside such a pod is not being root outside. */
export function hasOwnUsers({ hostUsers }: CheckedSpec): boolean {
  return hostUsers === false
}
