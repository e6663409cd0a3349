/** Deleting: one object, or all that are selected. */
import type { KubeObject, Ref } from '@kubewright/core'
import type { Call } from '../call/call.ts'
import { readJson, readObjectIfAny } from './answer.ts'
import { sendOptions, type VerbContext } from './context.ts'
import { type List, readList } from './list-page.ts'
import { locate } from './locate.ts'
import type { DeleteCollectionOptions, DeleteOptions } from './options.ts'
import { formatQuery } from './query.ts'
import { resourcePath } from './resource-path.ts'
import { selectionQuery } from './selection.ts'
import type { Target } from './target.ts'
import type { View } from './view.ts'

export async function deleteObject<Object extends KubeObject>(
  context: VerbContext,
  { resource }: Target,
  ref: Ref,
  { view, ...options }: DeleteOptions & { readonly view: View<Object> },
): Promise<Object | undefined> {
  const { name, namespace } = ref
  const operation = locate({ verb: 'delete', resource, name, namespace }, 'object', context.namespace)
  const call: Call = {
    operation,
    ...deletion(options, view.accept.object),
    path: resourcePath(resource, operation),
    isDoneWhenGone: true,
  }
  return readObjectIfAny(await context.caller.send(call, sendOptions(options)), operation, view)
}

export async function deleteAll<Object extends KubeObject>(
  context: VerbContext,
  { resource }: Target,
  { view, ...options }: DeleteCollectionOptions & { readonly view: View<Object> },
): Promise<List<Object>> {
  const { namespace } = options
  const operation = locate({ verb: 'deletecollection', resource, namespace }, 'home', context.namespace)
  const path = resourcePath(resource, operation) + formatQuery(selectionQuery(options))
  const call: Call = { operation, ...deletion(options, view.accept.list), path }
  const answer = await context.caller.send(call, sendOptions(options))
  return readList(readJson(answer, operation), operation, view)
}

/** Options travel in the body: preconditions have no other way. */
function deletion(options: DeleteOptions, accept: string): Pick<Call, 'method' | 'headers' | 'body' | 'repeat'> {
  const { dryRun, preconditions, propagationPolicy, gracePeriodSeconds } = options
  const body = {
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    ...(dryRun === true && { dryRun: ['All'] }),
    preconditions,
    propagationPolicy,
    gracePeriodSeconds,
  }
  const headers = { accept, 'content-type': 'application/json' }
  return { method: 'DELETE', headers, body: JSON.stringify(body), repeat: 'idempotent' }
}
