/** What a body is to become. */
import { formatApiVersion, type GroupVersionKind } from '@kubewright/core'
import type { Draft } from '../object/draft.ts'
import type { StructType } from './go-type.ts'
import type { GoValue } from './go-value.ts'

/** The kind that a body must be of, and its type. */
export interface Target {
  readonly gvk: GroupVersionKind
  readonly type: StructType
}

/** Kind and apiVersion first, as they are called where the body was sent to. */
export function asDraft({ gvk }: Target, object: GoValue): Draft {
  const type = { kind: gvk.kind, apiVersion: formatApiVersion(gvk) }
  const isComplete = object['kind'] === type.kind && object['apiVersion'] === type.apiVersion
  return (isComplete ? object : { ...type, ...object, ...type }) as Draft
}

/** Options of deletions are the same in every version of every group. */
export function isSameKind(one: GroupVersionKind, other: GroupVersionKind): boolean {
  if (one.kind !== other.kind) return false
  return one.kind === 'DeleteOptions' || (one.version === other.version && one.group === other.group)
}
