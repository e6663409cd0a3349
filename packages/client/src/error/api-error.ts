/**
 * The error of every call to an API server: the operation, the object, the response, the next step.
 *
 * Recognise it with the guards in `guards.ts`, which check its `code`.
 */
import { type ErrorCode, KubewrightError } from '@kubewright/core'
import type { Fault } from '@kubewright/core/errors'
import { formatResource, type Operation, type Verb } from './operation.ts'
import type { StatusCause } from './server-status.ts'

/** Facts from the response; empty if there was none. */
export interface ApiErrorFacts {
  readonly status?: number | undefined
  readonly reason?: string | undefined
  readonly causes?: readonly StatusCause[] | undefined
  readonly retryAfterMs?: number | undefined
  readonly auditId?: string | undefined
  readonly continue?: string | undefined
}

/** The error of a failed call to an API server, with the operation and the response. Guards such as `isNotFound` recognize it. */
export class ApiError extends KubewrightError {
  override readonly name = 'ApiError'
  readonly verb: Verb
  /** `deployments.apps`; absent for a raw request. */
  readonly resource: string | undefined
  readonly subresource: string | undefined
  readonly objectName: string | undefined
  readonly namespace: string | undefined
  /** The HTTP status; absent without a response. */
  readonly status: number | undefined
  /** The server's reason: `NotFound`, `Conflict`, `NamespaceTerminating`. */
  readonly reason: string | undefined
  /** Each invalid field, and why. */
  readonly causes: readonly StatusCause[]
  /** The delay the server requests before a retry. */
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
