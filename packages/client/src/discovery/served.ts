/** The result of discovery, in the server's order of preference. */
import { isJsonObject, type JsonObject, type JsonValue } from '@kubewright/core/json'
import type { ApiError } from '../error/api-error.ts'
import type { DynamicResource } from './dynamic-resource.ts'

/** The kinds that an API server serves, and the groups whose discovery failed: the result of `client.discoverAll`. */
export interface Served {
  /** Core group first, then the server's order; within a group the preferred version first. */
  readonly resources: readonly DynamicResource[]
  /** Groups and versions (`metrics.k8s.io/v1beta1`) whose own server does not respond, so that kinds may be missing. */
  readonly stale: readonly string[]
  /** The error for each stale version, where versions were requested separately. */
  readonly failures: readonly ApiError[]
}

export function mergeServed(parts: readonly Served[]): Served {
  return {
    resources: parts.flatMap(({ resources }) => resources),
    stale: parts.flatMap(({ stale }) => stale),
    failures: parts.flatMap(({ failures }) => failures),
  }
}

/** The objects in an untrusted list. */
export function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}

/** The strings in an untrusted list. */
export function textsIn(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

export function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

export function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}
