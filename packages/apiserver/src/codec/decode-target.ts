/** The type that a body is decoded into. */
import { formatApiVersion, type GroupVersionKind } from '@kubewright/core/object'
import type { Draft } from '../object/draft.ts'
import type { StructType } from '../go/go-type.ts'
import type { GoValue } from '../go/go-value.ts'

/** The expected kind of a body, and its Go type. */
export interface Target {
  readonly gvk: GroupVersionKind
  readonly type: StructType
}

/** Puts kind and apiVersion first, with the values of the endpoint. */
export function asDraft({ gvk }: Target, object: GoValue): Draft {
  const type = { kind: gvk.kind, apiVersion: formatApiVersion(gvk) }
  const isComplete = object['kind'] === type.kind && object['apiVersion'] === type.apiVersion
  return (isComplete ? object : { ...type, ...object, ...type }) as Draft
}

/** DeleteOptions are the same in every version of every group. */
export function isSameKind(one: GroupVersionKind, other: GroupVersionKind): boolean {
  if (one.kind !== other.kind) return false
  return one.kind === 'DeleteOptions' || (one.version === other.version && one.group === other.group)
}
