/** Reads fields of untrusted objects: a value of another type counts as missing, a long text is truncated. Pure. */
import type { KubeObject } from '@kubewright/core'
import { getOwn } from '@kubewright/core/json'

export type PlainRecord = Readonly<Record<string, unknown>>

const longestText = 500
/** The limit for lists and maps of untrusted objects. */
export const mostItems = 200

export function recordOf(value: unknown): PlainRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as PlainRecord) : {}
}

/** The value at a path of members. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((found, name) => getOwn(recordOf(found), name), value)
}

export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = valueAt(value, ...path)
  return typeof found === 'string' && found !== '' ? found.slice(0, longestText) : undefined
}

export function numberAt(value: unknown, ...path: readonly string[]): number | undefined {
  const found = valueAt(value, ...path)
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined
}

export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = valueAt(value, ...path)
  return Array.isArray(found) ? found.slice(0, mostItems) : []
}

export function textsAt(value: unknown, ...path: readonly string[]): readonly string[] {
  return listAt(value, ...path).flatMap((one) => (typeof one === 'string' ? one.slice(0, longestText) : []))
}

/** The members of a map with untrusted keys. */
export function membersAt(value: unknown, ...path: readonly string[]): readonly (readonly [string, unknown])[] {
  return Object.entries(recordOf(valueAt(value, ...path))).slice(0, mostItems)
}

/** One condition of an object. */
export interface ConditionEntry {
  readonly status: 'True' | 'False' | 'Unknown'
  readonly reason: string
  readonly message: string
  /** When the condition last changed. */
  readonly since?: string
}

export function conditionIn(object: KubeObject, type: string): ConditionEntry | undefined {
  const found = listAt(object, 'status', 'conditions').find((one) => textAt(one, 'type') === type)
  if (found === undefined) return undefined
  const status = textAt(found, 'status')
  const since = textAt(found, 'lastTransitionTime')
  return {
    status: status === 'True' || status === 'False' ? status : 'Unknown',
    reason: textAt(found, 'reason') ?? '',
    message: textAt(found, 'message') ?? '',
    ...(since === undefined ? {} : { since }),
  }
}

/** Without `undefined` members: those are not serialized, and would make equal entries differ. */
export function present<Value extends object>(
  value: Value,
): { [Name in keyof Value]: Exclude<Value[Name], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as never
}
