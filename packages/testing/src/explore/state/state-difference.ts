/** Differences between two states of a cluster. Pure. */
import { deepEqual } from '@kubewright/core/json'
import type { CanonicalState } from './canonical-state.ts'

type Keys = readonly string[]

export interface StateDifference {
  /** `Deployment default/blog` */
  readonly object: string
  /** `spec.replicas`; empty for the whole object. */
  readonly path: string
  /** The keys of each field that differs: several if all labels, annotations or data are absent on one side. Empty for the whole object. */
  readonly fields: readonly Keys[]
  /** As text; `undefined` if absent. */
  readonly expected: string | undefined
  readonly actual: string | undefined
}

export function stateDifferences(expected: CanonicalState, actual: CanonicalState): readonly StateDifference[] {
  const objects = [...new Set([...expected.keys(), ...actual.keys()])].sort()
  return objects.flatMap((object) => {
    const [one, two] = [expected.get(object), actual.get(object)]
    if (one === undefined || two === undefined)
      return [{ object, path: '', fields: [], expected: there(one), actual: there(two) }]
    if (deepEqual(one, two)) return [] // most objects are equal
    return valueDifferences(one, two, []).map((difference) => ({ object, ...difference }))
  })
}

/** Identifies the place of a difference, without its values: a place that differs between runs without faults is ignored. */
export function placeOf({ object, path }: Pick<StateDifference, 'object' | 'path'>): string {
  return `${object} ${path}`
}

export function formatDifference({ object, path, expected, actual }: StateDifference): string {
  if (path === '') return actual === undefined ? `${object} is missing` : `${object} should not be there`
  return `${object}: ${path} is ${actual ?? 'missing'}, not ${expected ?? 'missing'}`
}

type Unplaced = Omit<StateDifference, 'object'>

function valueDifferences(expected: unknown, actual: unknown, at: Keys): readonly Unplaced[] {
  if (Object.is(expected, actual)) return []
  if (isTree(expected) && isTree(actual) && Array.isArray(expected) === Array.isArray(actual)) {
    const keys = [...new Set([...Object.keys(expected), ...Object.keys(actual)])]
    return keys.flatMap((key) => valueDifferences(expected[key], actual[key], [...at, key]))
  }
  const fields = expected === undefined ? entriesOf(actual, at) : actual === undefined ? entriesOf(expected, at) : [at]
  return [{ path: at.join('.'), fields, expected: shown(expected), actual: shown(actual) }]
}

/** Maps for which absent is the same as empty. The absence of anything else, such as a status, is a difference of its own. */
const maps = ['metadata.labels', 'metadata.annotations', 'data']

function entriesOf(value: unknown, at: Keys): readonly Keys[] {
  if (!isTree(value) || Object.keys(value).length === 0 || !maps.includes(at.join('.'))) return [at]
  return Object.keys(value).map((key) => [...at, key])
}

function isTree(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function there(value: unknown): string | undefined {
  return value === undefined ? undefined : 'there'
}

function shown(value: unknown): string | undefined {
  if (value === undefined) return undefined
  const text = JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}
