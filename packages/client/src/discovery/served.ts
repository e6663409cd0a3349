/** What a server serves: the result of discovery, in the order in which the server prefers it. */
import { isJsonObject, type JsonObject, type JsonValue } from '@kubewright/core'
import type { ApiError } from '../error/api-error.ts'
import type { DynamicResource } from './dynamic-resource.ts'

export interface Served {
  /** Core group first, then the server's order; within a group the preferred version first. */
  readonly resources: readonly DynamicResource[]
  /** Groups and versions (`metrics.k8s.io/v1beta1`) whose own server does not answer, so that kinds may be missing. */
  readonly stale: readonly string[]
  /** Why, where the groups were asked one by one: what the server answered for each that is stale. */
  readonly failures: readonly ApiError[]
}

export function mergeServed(parts: readonly Served[]): Served {
  return {
    resources: parts.flatMap(({ resources }) => resources),
    stale: parts.flatMap(({ stale }) => stale),
    failures: parts.flatMap(({ failures }) => failures),
  }
}

/** The objects in a list that came from outside. */
export function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}

/** The texts in a list that came from outside. */
export function textsIn(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

export function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

export function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}
