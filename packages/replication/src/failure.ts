/** Classifies a failed request to a peer. Pure. */
import {
  type ApiError,
  isAlreadyExists,
  isConflict,
  isForbidden,
  isInvalid,
  isNotFound,
  isUnauthorized,
  isUnknownKind,
} from '@kubewright/client'
import { isKubewrightError } from '@kubewright/core'
import type { ProblemReason } from './outcome.ts'

/** A classified failure. */
export interface Failure {
  /** `undefined` if the object changed concurrently, and a fresh read is enough. */
  readonly reason: ProblemReason | undefined
  readonly message: string
}

/** Classifies `error`. */
export function failureOf(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error)
  return { reason: reasonOf(error, message), message }
}

/** Whether the peer itself is unavailable, independently of the object. */
export function isAway({ reason }: Failure): boolean {
  return reason === 'Unreachable' || reason === 'Unauthorized'
}

function reasonOf(error: unknown, message: string): ProblemReason | undefined {
  if (isConflict(error) || isAlreadyExists(error)) return undefined
  if (isUnknownKind(error)) return 'KindMissing'
  if (isNotFound(error)) return isOfNamespace(error) ? 'TenantMissing' : undefined
  if (isForbidden(error)) return 'Forbidden'
  if (isUnauthorized(error)) return 'Unauthorized'
  if (isInvalid(error)) return reasonOfInvalid(error)
  if (/request is too large|larger than max/i.test(message)) return 'TooLarge'
  return (isKubewrightError(error) ? reasons[error.code] : undefined) ?? 'Failing'
}

/** An object is created in a namespace that does not exist. */
function isOfNamespace(error: ApiError): boolean {
  return error.verb === 'create' || /namespaces? "/.test(error.message)
}

/** Real servers reject a patch with the uid of another object this way. */
function reasonOfInvalid({ causes }: ApiError): ProblemReason | undefined {
  if (causes.some(({ field }) => field === 'metadata.uid')) return undefined
  if (causes.some(({ field }) => field === 'metadata.name')) return 'NameDoesNotFit'
  return 'Rejected'
}

const reasons: Readonly<Record<string, ProblemReason>> = {
  KW_CLIENT_TOO_LARGE: 'TooLarge',
  KW_CLIENT_BAD_REQUEST: 'Rejected',
  KW_CLIENT_OBJECT: 'Rejected',
  KW_CLIENT_NAME: 'NameDoesNotFit',
  KW_CLIENT_UNREACHABLE: 'Unreachable',
  KW_CLIENT_CONNECTION_LOST: 'Unreachable',
  KW_CLIENT_TIMEOUT: 'Unreachable',
  KW_CLIENT_SERVER_TIMEOUT: 'Unreachable',
  KW_CLIENT_UNAVAILABLE: 'Unreachable',
  KW_CLIENT_CLOSED: 'Unreachable',
  KW_CLIENT_SERVER_UNTRUSTED: 'Unreachable',
  KW_CLIENT_SERVER_NAME: 'Unreachable',
  KW_CLIENT_NOT_KUBERNETES: 'Unreachable',
  KW_CLIENT_CERTIFICATE_EXPIRED: 'Unauthorized',
  KW_CLIENT_CERTIFICATE_REFUSED: 'Unauthorized',
  KW_CLIENT_CREDENTIALS_INVALID: 'Unauthorized',
}
