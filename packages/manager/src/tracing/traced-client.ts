/** A client whose calls are spans, so that traces extend from the reconcile to its API calls. */
import type { Tracing } from '@kubewright/controller/host'
import { formatRef, isKubewrightError, type Ref } from '@kubewright/core'
import type { Client } from '@kubewright/client'
import { aroundCalls, type ClientCall } from '@kubewright/client/calls'

export function tracedClient(client: Client, tracing: Tracing): Client {
  return aroundCalls(client, (call, run) => {
    // Events are written in the background, possibly after the span of their reconcile has ended.
    if (call.what === 'events.events.k8s.io') return run()
    return tracing.span(`${call.verb} ${call.what}`, attributesOf(call), async (span) => {
      try {
        return await run()
      } catch (error) {
        if (isKubewrightError(error)) span.set({ 'error.type': error.code })
        throw error
      }
    })
  })
}

function attributesOf({ verb, what, ref }: ClientCall) {
  const object = ref?.name === undefined ? {} : { 'kubewright.object': formatRef(ref as Ref) }
  return { 'kubewright.verb': verb, 'kubewright.resource': what, ...object }
}
