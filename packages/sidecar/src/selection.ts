/** Selects the object that a pod gets its container from. Pure. */
import { createHash } from 'node:crypto'
import type { LabelSelector } from '@kubewright/core'
import { getOwn } from '@kubewright/core/json'
import { compileLabelSelector, type LabelMatcher } from '@kubewright/core/selectors'
import { injectionAnnotation, injectLabel } from './names.ts'
import type { PodParts, Sidecar, SidecarNames, SidecarObject } from './sidecar.ts'

/**
 * The object of a pod. A label with a name takes precedence; without it, the first object by name whose selector matches. An empty selector
 * matches no pod: selecting all by accident would be worse than none.
 */
export function objectOf<Item extends SidecarObject>(
  sidecar: Pick<SidecarNames, 'label'>,
  pod: Pick<PodParts, 'metadata'>,
  objects: readonly Item[],
): Item | undefined {
  return objectFinder(sidecar, objects)(pod)
}

/** `objectOf` for many pods. */
export function objectFinder<Item extends SidecarObject>(
  { label }: Pick<SidecarNames, 'label'>,
  objects: readonly Item[],
): (pod: Pick<PodParts, 'metadata'>) => Item | undefined {
  const enabled = objects.filter(({ spec }) => spec.enabled).toSorted(byName)
  return ({ metadata: { labels } }) => {
    if (getOwn(labels, injectLabel) === 'false') return undefined
    const named = getOwn(labels, label)
    if (named !== undefined) return enabled.find(({ metadata: { name } }) => name === named)
    return enabled.find(({ spec }) => spec.selector !== undefined && matcherOf(spec.selector)(labels))
  }
}

const byName = (one: SidecarObject, two: SidecarObject) => (one.metadata.name < two.metadata.name ? -1 : 1)

type Selector = NonNullable<SidecarObject['spec']['selector']>

/** Each selector is compiled once, not for every pod. Objects of a cache never change. */
const matchers = new WeakMap<Selector, LabelMatcher>()

function matcherOf(selector: Selector): LabelMatcher {
  const known = matchers.get(selector)
  if (known !== undefined) return known
  const matcher = compile(selector)
  matchers.set(selector, matcher)
  return matcher
}

/** An invalid selector matches nothing; the controller reports it in the status of the object. */
function compile({ matchLabels = {}, matchExpressions = [] }: Selector): LabelMatcher {
  if (Object.keys(matchLabels).length === 0 && matchExpressions.length === 0) return () => false
  try {
    return compileLabelSelector({ matchLabels, matchExpressions } as LabelSelector)
  } catch {
    return () => false
  }
}

/** Why a selector is invalid, or `undefined`. */
export function selectorProblem({ spec: { selector } }: Pick<SidecarObject, 'spec'>): string | undefined {
  try {
    compileLabelSelector((selector ?? {}) as LabelSelector)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** The injection annotation of a pod: `<name of the object>.<digest>`. See decision 0383. */
export function injectionMark<Item extends SidecarObject>(sidecar: Sidecar<Item>, object: Item): string {
  return `${object.metadata.name}.${digest(sidecar.shapedBy(object))}`
}

/** The injection annotation of a pod, or `undefined` if the container was not injected. */
export function markOn({ container }: Pick<SidecarNames, 'container'>, { metadata }: Pick<PodParts, 'metadata'>) {
  return getOwn(metadata.annotations, injectionAnnotation(container))
}

/** The name of the object whose container was injected into a pod, or `undefined`. Names may have dots; digests have none. */
export function nameOn(sidecar: Pick<SidecarNames, 'container'>, pod: Pick<PodParts, 'metadata'>): string | undefined {
  return markOn(sidecar, pod)?.replace(/\.[^.]*$/, '')
}

/** A digest of the settings that determine which pods get which container. */
export function injectionDigest<Item extends SidecarObject>(sidecar: Sidecar<Item>, object: Item): string {
  const { enabled, selector } = object.spec
  return digest([enabled, selector ?? null, sidecar.shapedBy(object)])
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value, sortedKeys)).digest('hex').slice(0, 10)
}

/** Makes the digest independent of field order. */
function sortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([one], [two]) => (one < two ? -1 : 1)))
}
