/** Opening a watch. */
import { type KubeObject, toMs } from '@kubewright/core'
import type { Call } from '../call/call.ts'
import { EventDecoder } from '../watch/event-decoder.ts'
import { WatchStream } from '../watch/watch-stream.ts'
import type { VerbContext } from './context.ts'
import { locate, type ResourceOperation } from './locate.ts'
import type { WatchOptions } from './options.ts'
import { formatQuery } from './query.ts'
import { resourcePath } from './resource-path.ts'
import { selectionQuery } from './selection.ts'
import type { Target } from './target.ts'
import type { View } from './view.ts'

/** Servers would let a stream live for up to an hour; shorter ones spread over the replicas of a control plane. */
const shortestSeconds = 300

export function watchObjects<Object extends KubeObject>(
  context: VerbContext,
  target: Target,
  options: WatchOptions & { readonly view: View<Object> },
): WatchStream<Object> {
  const { view, signal, idleTimeout = '3m', maxEventBytes = 16 * 1024 * 1024 } = options
  return new WatchStream(() => {
    const call = watchCall(context, target, options)
    const decoder = new EventDecoder({ ...view, operation: call.operation })
    const { caller, clock } = context
    return { caller, call, clock, decoder, signal, idleMs: toMs(idleTimeout), maxEventBytes }
  })
}

function watchCall(context: VerbContext, { resource }: Target, options: WatchOptions & { readonly view: View }): Call {
  const { view, namespace } = options
  const operation = locate({ verb: 'watch', resource, namespace }, 'anywhere', context.namespace)
  const path = resourcePath(resource, operation) + formatQuery(watchQuery(context, options, operation), operation)
  // Streams are never repeated: the loop that watches again after the end also does so after a refusal, at its own pace.
  return { operation, method: 'GET', path, headers: { accept: view.accept.object }, repeat: 'unsent' }
}

function watchQuery({ random }: VerbContext, options: WatchOptions, operation: ResourceOperation) {
  const { resourceVersion, sendInitialEvents, timeoutSeconds } = options
  return {
    watch: true,
    allowWatchBookmarks: true,
    ...selectionQuery(options, operation),
    resourceVersion,
    ...(sendInitialEvents === true && { sendInitialEvents, resourceVersionMatch: 'NotOlderThan' }),
    timeoutSeconds: timeoutSeconds ?? Math.floor(shortestSeconds * (1 + random.next())),
  }
}
