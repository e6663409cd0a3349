/** Opens watches. */
import type { KubeObject } from '@kubewright/core'
import type { Call } from '../call/call.ts'
import { EventDecoder } from '../watch/event-decoder.ts'
import { WatchStream } from '../watch/watch-stream.ts'
import { checkCount, checkKeys, checkSignal, checkText, durationMs } from './check-options.ts'
import type { VerbContext } from './context.ts'
import { assertViewed } from './given-options.ts'
import { locate, type ResourceOperation } from './locate.ts'
import type { WatchOptions } from './options.ts'
import { formatQuery } from './query.ts'
import { resourcePath } from './resource-path.ts'
import { checkFlag } from './safety-options.ts'
import { selectionQuery } from './selection.ts'
import type { Target } from './target.ts'
import type { View } from './view.ts'

/** Servers allow up to an hour; shorter streams spread over the replicas of a control plane. */
const shortestSeconds = 300
const defaultEventBytes = 16 * 1024 * 1024

const watchKeys = {
  signal: true,
  resourceVersion: true,
  sendInitialEvents: true,
  timeoutSeconds: true,
  idleTimeout: true,
  onOpened: true,
  maxEventBytes: true,
  omitManagedFields: true,
  namespace: true,
  labels: true,
  fields: true,
} as const satisfies Record<keyof WatchOptions, true>

export function watchObjects<Item extends KubeObject>(
  context: VerbContext,
  { resource }: Target,
  options: WatchOptions & { readonly view: View<Item> },
): WatchStream<Item> {
  const { view, onOpened } = options
  return new WatchStream(() => {
    assertViewed(options)
    const { caller, clock } = context
    const operation = locate({ verb: 'watch', resource, namespace: options.namespace }, 'anywhere', context.namespace)
    checkKeys(options, watchKeys, operation)
    const call = watchCall(context, options, operation)
    const decoder = new EventDecoder({ ...view, operation })
    const signal = checkSignal(options.signal)
    const maxEventBytes = checkCount('maxEventBytes', options.maxEventBytes, 1, operation) ?? defaultEventBytes
    return { caller, call, clock, decoder, signal, onOpened, idleMs: idleMsOf(context, options), maxEventBytes }
  })
}

const defaultIdle = '3m'

function idleMsOf({ halfOpenAfterMs }: VerbContext, { idleTimeout = defaultIdle }: WatchOptions): number {
  if (idleTimeout !== 'half-open') return durationMs('idleTimeout', idleTimeout)
  return halfOpenAfterMs ?? durationMs('idleTimeout', defaultIdle)
}

function watchCall(
  context: VerbContext,
  options: WatchOptions & { readonly view: View },
  operation: ResourceOperation,
): Call {
  const query = watchQuery(context, options, operation)
  const path = resourcePath(operation.resource, operation) + formatQuery(query, operation)
  // Never retried here: the caller's loop that restarts ended watches also handles refusals, with its own back-off.
  return { operation, method: 'GET', path, headers: { accept: options.view.accept.object }, repeat: 'unsent' }
}

function watchQuery({ random }: VerbContext, options: WatchOptions, operation: ResourceOperation) {
  const sendInitialEvents = checkFlag('sendInitialEvents', options.sendInitialEvents, operation)
  const timeoutSeconds = checkCount('timeoutSeconds', options.timeoutSeconds, 1, operation)
  return {
    watch: true,
    allowWatchBookmarks: true,
    ...selectionQuery(options, operation),
    resourceVersion: checkText('resourceVersion', options.resourceVersion, operation),
    ...(sendInitialEvents && { sendInitialEvents, resourceVersionMatch: 'NotOlderThan' }),
    timeoutSeconds: timeoutSeconds ?? Math.floor(shortestSeconds * (1 + random.next())),
  }
}
