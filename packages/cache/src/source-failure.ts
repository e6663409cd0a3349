/** Describes a failed watch: the kind, the reason, and the missing permission if there is one. */
import {
  type ApiError,
  isForbidden,
  isTimeout,
  isTooManyRequests,
  isUnauthorized,
  isUnknownKind,
} from '@kubewright/client'
import { isKubewrightError } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import type { SourceScope } from './source.ts'
import type { SourceFailure } from './source-state.ts'
import { StaleState } from './watch-failure.ts'

export function describeFailure(error: unknown, resource: Resource, scope: SourceScope): SourceFailure {
  const text = error instanceof Error ? error.message : String(error)
  const reason = reasonOf(error)
  // The client's message starts with the failed operation and, if forbidden, ends with the one missing verb.
  const what = text.startsWith('Cannot ') ? text : `Cannot watch ${nameOf(resource)}: ${text}`
  if (reason !== 'Forbidden') return { reason, message: what, error }
  const where = scope.namespace === undefined ? 'a ClusterRole' : `a Role in the namespace ${scope.namespace}`
  const rule = `apiGroups: ["${resource.group}"], resources: ["${resource.plural}"], verbs: ["get", "list", "watch"]`
  const message = `${what.replace(/ Grant it in .*$/s, '')} Grant {${rule}} in ${where} bound to this program's account.`
  return { reason, message, error }
}

/** `websites.web.example.dev`, or `pods`. */
export function nameOf({ plural, group }: Resource): string {
  return group === '' ? plural : `${plural}.${group}`
}

function reasonOf(error: unknown): string {
  if (isForbidden(error)) return 'Forbidden'
  if (isUnauthorized(error)) return 'Unauthorized'
  if (isUnknownKind(error)) return 'UnknownKind'
  if (isTooManyRequests(error)) return 'TooManyRequests'
  if (error instanceof StaleState || isVersionTooLarge(error)) return 'StaleState'
  if (isTimeout(error)) return 'Timeout'
  return (isKubewrightError(error) ? reasons[error.code] : undefined) ?? 'Failed'
}

/** The server has not reached the version that the watch resumes from: it lags behind, or was restored from a backup. */
function isVersionTooLarge(error: unknown): boolean {
  if (!isTimeout(error)) return false
  const { causes = [] } = error as Partial<ApiError> // a timeout of this side has none
  return causes.some(({ reason }) => reason === 'ResourceVersionTooLarge')
}

const reasons: Readonly<Record<string, string>> = {
  KW_CLIENT_UNREACHABLE: 'Unreachable',
  KW_CLIENT_CONNECTION_LOST: 'Unreachable',
  KW_CLIENT_WATCH_IDLE: 'Unreachable',
  KW_CLIENT_UNAVAILABLE: 'Unavailable',
  KW_CLIENT_EXPIRED: 'Expired',
  KW_CACHE_TRANSFORM: 'Transform',
}
