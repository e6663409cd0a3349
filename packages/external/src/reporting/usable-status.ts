/** Filters observed status fields by the kind's schema: a server rejects the whole status for one invalid field. */
import type { KubeObject } from '@kubewright/core'
import { formatProblem, type Resource } from '@kubewright/resource'
import type { ParseResult } from '@kubewright/resource/definition'
import type { StatusParts } from '../machine/declared-status.ts'
import { specOf } from '../decision/desired-state.ts'

export interface UsableStatus {
  /** The valid fields. */
  readonly fields: StatusParts
  /** Why the others are invalid; `undefined` if all are valid. */
  readonly problem: string | undefined
}

export function usableStatus(
  resource: Resource,
  { metadata, ...object }: KubeObject,
  status: StatusParts,
): UsableStatus {
  const { name, namespace } = metadata
  const spec = specOf({ metadata, ...object } as KubeObject)
  const { safeParse } = resource as { readonly safeParse?: (object: unknown) => ParseResult<unknown> }
  const parsed = safeParse?.call(resource, { metadata: { name, namespace }, spec, status })
  const problems = parsed?.problems.filter(({ field }) => fieldIn(field) !== undefined) ?? []
  const unknown = parsed?.unknownFields.filter((field) => fieldIn(field) !== undefined) ?? []
  const bad = new Set([...problems.map(({ field }) => field), ...unknown].map(fieldIn))
  const words = [...problems.map(formatProblem), ...unknown.map((field) => `${field}: the kind declares no such field`)]
  return {
    fields: Object.fromEntries(Object.entries(status).filter(([field]) => !bad.has(field))),
    problem: words.length === 0 ? undefined : words.slice(0, 3).join('; '),
  }
}

/** The status field that a path leads to; `undefined` for a path outside the status. */
function fieldIn(path: string): string | undefined {
  return /^status\.([^.[]+)/.exec(path)?.[1]
}
