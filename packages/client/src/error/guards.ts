/** Guards for client errors. By code, so that two copies of this package in one process agree. */
import { type ErrorCode, isKubewrightError } from '@kubewright/core'
import type { ApiError } from './api-error.ts'

/** Recognises one kind of `ApiError`. */
type Guard = (error: unknown) => error is ApiError

function guard(...codes: readonly ErrorCode[]): Guard {
  return (error): error is ApiError => isKubewrightError(error) && codes.includes(error.code)
}

/** The object does not exist. For a kind the server does not serve, see `isUnknownKind`. */
export const isNotFound: Guard = guard('KW_CLIENT_NOT_FOUND')
/** The server does not serve the kind in this version: is its CRD installed? */
export const isUnknownKind: Guard = guard('KW_CLIENT_UNKNOWN_KIND')
/** An object of this name exists already. */
export const isAlreadyExists: Guard = guard('KW_CLIENT_ALREADY_EXISTS')
/** The object changed concurrently, or another field manager owns an applied field. Read again, then retry. */
export const isConflict: Guard = guard('KW_CLIENT_CONFLICT')
/** The server rejects the object; `causes` lists the fields. */
export const isInvalid: Guard = guard('KW_CLIENT_INVALID')
/** The server denied the request: by RBAC, admission, a quota or a terminating namespace (403). */
export const isForbidden: Guard = guard('KW_CLIENT_FORBIDDEN')
/** The server did not accept the credentials (401). */
export const isUnauthorized: Guard = guard('KW_CLIENT_UNAUTHORIZED')
/** The resourceVersion or continue token is older than the server's history (410 Gone). List again. */
export const isExpired: Guard = guard('KW_CLIENT_EXPIRED')
/** The server throttles requests, or a disruption budget forbids an eviction for now (429). Retry after `retryAfterMs`. */
export const isTooManyRequests: Guard = guard('KW_CLIENT_TOO_MANY_REQUESTS')
/** A timeout of the server, or of the call itself. */
export const isTimeout: Guard = guard('KW_CLIENT_TIMEOUT', 'KW_CLIENT_SERVER_TIMEOUT')

/**
 * Maps a not-found error to `undefined` and rethrows everything else.
 *
 * @example
 * ```text
 * const site = await client.get(Website, ref).catch(ignoreNotFound) // Website | undefined
 * ```
 */
export function ignoreNotFound(error: unknown): undefined {
  if (!isNotFound(error)) throw error
  return undefined
}
