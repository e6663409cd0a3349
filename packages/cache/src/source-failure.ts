/** What a failed watch says to people: which kind, why, and which permission is missing if that is why. */
import { isForbidden, isTimeout, isTooManyRequests, isUnauthorized, isUnknownKind } from '@kubewright/client'
import { isKubewrightError } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import type { SourceScope } from './source.ts'
import type { SourceFailure } from './source-state.ts'

export function describeFailure(error: unknown, resource: Resource, scope: SourceScope): SourceFailure {
  const text = error instanceof Error ? error.message : String(error)
  const reason = reasonOf(error)
  // What the client says begins with what could not be done, and ends with the one verb that was refused.
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
  if (isTimeout(error)) return 'Timeout'
  return (isKubewrightError(error) ? reasons[error.code] : undefined) ?? 'Failed'
}

const reasons: Readonly<Record<string, string>> = {
  KW_CLIENT_UNREACHABLE: 'Unreachable',
  KW_CLIENT_CONNECTION_LOST: 'Unreachable',
  KW_CLIENT_WATCH_IDLE: 'Unreachable',
  KW_CLIENT_UNAVAILABLE: 'Unavailable',
  KW_CLIENT_EXPIRED: 'Expired',
  KW_CACHE_TRANSFORM: 'Transform',
}
