/** `Event` of audit.k8s.io/v1: one stage of one request, as the API server writes it into its audit log. */
import type { Status } from '../status/status.ts'

/** How much is recorded. */
export type AuditLevel = 'None' | 'Metadata' | 'Request' | 'RequestResponse'

/** `ResponseStarted` is only for streamed responses, such as watches, and for unauthenticated callers. */
export type AuditStage = 'RequestReceived' | 'ResponseStarted' | 'ResponseComplete' | 'Panic'

/** The user who sent a request. */
export interface AuditUser {
  readonly username?: string
  readonly uid?: string
  readonly groups?: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/** The object or collection that a request is about. */
export interface AuditObjectReference {
  readonly resource: string
  readonly namespace?: string
  readonly name?: string
  readonly apiGroup?: string
  readonly apiVersion: string
  readonly subresource?: string
}

/** An entry of the audit log: `Event` of audit.k8s.io/v1. */
export interface AuditEvent {
  readonly kind: 'Event'
  readonly apiVersion: 'audit.k8s.io/v1'
  readonly level: Exclude<AuditLevel, 'None'>
  /** The same in all events of a request, and in the `Audit-Id` header of its response. */
  readonly auditID: string
  readonly stage: AuditStage
  readonly requestURI: string
  readonly verb: string
  /** The authenticated caller. */
  readonly user: AuditUser
  /** The impersonated user, if any. */
  readonly impersonatedUser?: AuditUser
  readonly sourceIPs?: readonly string[]
  readonly userAgent?: string
  readonly objectRef?: AuditObjectReference
  readonly responseStatus?: Omit<Status, 'kind' | 'apiVersion' | 'status'> & { readonly status?: Status['status'] }
  /** The body as it was sent. Only at `Request` and above. */
  readonly requestObject?: unknown
  /** Only at `RequestResponse`. */
  readonly responseObject?: unknown
  /** RFC 3339 with microseconds. */
  readonly requestReceivedTimestamp: string
  readonly stageTimestamp: string
  readonly annotations?: Readonly<Record<string, string>>
}
