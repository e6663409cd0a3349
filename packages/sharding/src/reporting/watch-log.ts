/** Logs when a watch of the ring fails, once, and when it recovers: code that waits for the watch does not log. */
import type { CacheObserver, SourceScope } from '@kubewright/cache'
import type { Logger } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import { ControllerRing } from '../ring/controller-ring.ts'
import { isAmong, kindName } from '../ring/kinds.ts'
import type { MissingPermissions } from '../missing-permissions.ts'

export interface WatchLogOptions {
  readonly log: Logger
  readonly permissions: MissingPermissions
}

/** The `ControllerRing` is optional, so its failures are not logged. */
export function watchLog(
  { resource, scope: { namespace } }: { readonly resource: Resource; readonly scope: SourceScope },
  { log, permissions }: WatchLogOptions,
): CacheObserver {
  if (isAmong(resource, [ControllerRing])) return {}
  const kind = kindName(resource)
  let failing: string | undefined
  return {
    failed({ reason, error }) {
      const isSaid = permissions.note('follow', resource, error, namespace) || failing === reason
      if (!isSaid) log.warn('watch for sharding failed, will retry', { kind, reason, error })
      failing = reason
    },
    moved({ phase }) {
      if (phase !== 'live') return
      permissions.allow('follow', resource, namespace)
      if (failing !== undefined) log.info('watch for sharding recovered', { kind })
      failing = undefined
    },
  }
}
