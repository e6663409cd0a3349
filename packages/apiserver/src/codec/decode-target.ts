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

/** Kind and apiVersion first, whether they were sent or not. */
export function asDraft({ gvk }: Target, object: GoValue): Draft {
  const isComplete = object['kind'] !== undefined && object['apiVersion'] !== undefined
  return (isComplete ? object : { kind: gvk.kind, apiVersion: formatApiVersion(gvk), ...object }) as Draft
}

/** Options of deletions are the same in every version of every group. */
export function isSameKind(one: GroupVersionKind, other: GroupVersionKind): boolean {
  if (one.kind !== other.kind) return false
  return one.kind === 'DeleteOptions' || (one.version === other.version && one.group === other.group)
}
