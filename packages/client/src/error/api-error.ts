/**
 * The one error of every call to an API server: what was asked, of which object, what came back, what to do.
 *
 * Recognise it with the guards in `guards.ts`, which look at its `code`.
 */
import { type ErrorCode, type Fault, KubewrightError } from '@kubewright/core'
import { formatResource, type Operation, type Verb } from './operation.ts'
import type { StatusCause } from './server-status.ts'

/** What is known of the answer; nothing if none came. */
export interface ApiErrorFacts {
  readonly status?: number | undefined
  readonly reason?: string | undefined
  readonly causes?: readonly StatusCause[] | undefined
  readonly retryAfterMs?: number | undefined
  readonly auditId?: string | undefined
  readonly continue?: string | undefined
}

export class ApiError extends KubewrightError {
  override readonly name = 'ApiError'
  readonly verb: Verb
  /** `deployments.apps`; absent for a raw request. */
  readonly resource: string | undefined
  readonly subresource: string | undefined
  readonly objectName: string | undefined
  readonly namespace: string | undefined
  /** The HTTP status; absent when no answer came. */
  readonly status: number | undefined
  /** The server's own word for it: `NotFound`, `Conflict`, `NamespaceTerminating`. */
  readonly reason: string | undefined
  /** Each field that is wrong, and how. */
  readonly causes: readonly StatusCause[]
  /** How long the server asks to wait before trying again. */
  readonly retryAfterMs: number | undefined

  constructor(code: ErrorCode, fault: Fault, operation: Operation, facts: ApiErrorFacts = {}) {
    const resource = operation.resource && formatResource(operation.resource)
    super(code, {
      ...fault,
      details: { ...compact({ ...summarise(operation), resource, ...facts }), ...fault.details },
    })
    this.verb = operation.verb
    this.resource = resource
    this.subresource = operation.subresource
    this.objectName = operation.name
    this.namespace = operation.namespace
    this.status = facts.status
    this.reason = facts.reason
    this.causes = facts.causes ?? []
    this.retryAfterMs = facts.retryAfterMs
  }
}

function summarise({ verb, subresource, name, namespace, line }: Operation) {
  return { verb, subresource, name, namespace, line }
}

function compact(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
}
