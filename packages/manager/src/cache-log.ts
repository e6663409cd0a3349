/** Logs when a watch starts failing and when it recovers: once each, not on every attempt. */
import type { CacheObserver } from '@kubewright/cache'
import type { Logger } from '@kubewright/core'
import { formatGroupResource } from '@kubewright/core/object'
import type { Resource } from '@kubewright/resource'

export function cacheLog(log: Logger, resource: Resource): CacheObserver {
  const kind = formatGroupResource(resource)
  let failing: string | undefined
  return {
    failed({ reason, message, error }) {
      if (failing !== reason) log.warn('watch failed, will retry', { kind, reason, why: message, error })
      failing = reason
    },
    moved({ phase }) {
      if (phase !== 'live' || failing === undefined) return
      log.info('watch recovered', { kind })
      failing = undefined
    },
    relisted: () => log.info('watch could not resume, listed all objects again', { kind }),
  }
}
