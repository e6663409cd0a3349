/** Deletes one object, or all selected ones. */
import type { KubeObject, Ref } from '@kubewright/core'
import type { Call } from '../call/call.ts'
import { ApiError } from '../error/api-error.ts'
import { describeOperation } from '../error/operation.ts'
import { readJson, readObjectIfAny } from './answer.ts'
import { checkChoice, checkCount, checkKeys } from './check-options.ts'
import { sendOptions, type VerbContext } from './context.ts'
import { type List, readList } from './list-page.ts'
import { locate, locateObject, type ResourceOperation } from './locate.ts'
import type { DeleteCollectionOptions, DeleteOptions } from './options.ts'
import { formatJson } from './payload.ts'
import { formatQuery, type Query } from './query.ts'
import { resourcePath } from './resource-path.ts'
import { checkFlag, checkPreconditions } from './safety-options.ts'
import { selectionQuery } from './selection.ts'
import type { Target } from './target.ts'
import type { View } from './view.ts'

export async function deleteObject<Item extends KubeObject>(
  context: VerbContext,
  { resource }: Target,
  ref: Ref,
  { view, ...options }: DeleteOptions & { readonly view: View<Item> },
): Promise<Item | undefined> {
  const operation = locateObject({ verb: 'delete', resource }, ref, context.namespace)
  const call: Call = {
    operation,
    ...deletion(options, view.accept.object, operation),
    path: resourcePath(resource, operation),
    isDoneWhenGone: true,
  }
  return readObjectIfAny(await context.caller.send(call, sendOptions(options)), operation, view, options.onGone)
}

const deleteAllKeys = {
  signal: true,
  timeout: true,
  dryRun: true,
  preconditions: true,
  propagationPolicy: true,
  gracePeriodSeconds: true,
  namespace: true,
  labels: true,
  fields: true,
  all: true,
} as const satisfies Record<keyof DeleteCollectionOptions, true>

export async function deleteAll<Item extends KubeObject>(
  context: VerbContext,
  { resource }: Target,
  { view, ...options }: DeleteCollectionOptions & { readonly view: View<Item> },
): Promise<List<Item>> {
  const { namespace } = options ?? {}
  const draft: ResourceOperation = { verb: 'deletecollection', resource, namespace }
  checkKeys(options, deleteAllKeys, draft)
  const operation = locate(draft, 'home', context.namespace)
  const path = resourcePath(resource, operation) + formatQuery(collectionQuery(options, operation), operation)
  const call: Call = { operation, ...deletion(options, view.accept.list, operation), path }
  const answer = await context.caller.send(call, sendOptions(options))
  return readList(readJson(answer, operation), operation, view)
}

/** An empty selector means everything and is easily passed by accident, so it requires an explicit option. */
function collectionQuery(options: DeleteCollectionOptions, operation: ResourceOperation): Query {
  const query = selectionQuery(options, operation)
  const selectsAll = query.labelSelector === undefined && query.fieldSelector === undefined
  if (options.all === true && !selectsAll) {
    throw refusal(operation, 'a selector is given together with all: true', 'Leave one of them out.')
  }
  if (options.all !== true && selectsAll) {
    const next = 'Select by labels or fields, or pass { all: true } to delete every object.'
    throw refusal(operation, 'there is no label or field selector', next)
  }
  return query
}

function refusal(operation: ResourceOperation, why: string, next: string): Error {
  return new ApiError('KW_CLIENT_OPTION', { what: describeOperation(operation), why, next }, operation)
}

const policies = ['Background', 'Foreground', 'Orphan'] as const

/** Options are sent in the body: preconditions cannot be sent otherwise. */
function deletion(
  options: DeleteOptions,
  accept: string,
  operation: ResourceOperation,
): Pick<Call, 'method' | 'headers' | 'body' | 'repeat'> {
  const { dryRun, preconditions, propagationPolicy, gracePeriodSeconds } = options
  const body = {
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    ...(checkFlag('dryRun', dryRun, operation) && { dryRun: ['All'] }),
    preconditions: checkPreconditions(preconditions, operation),
    propagationPolicy: checkChoice('propagationPolicy', propagationPolicy, policies, operation),
    gracePeriodSeconds: checkCount('gracePeriodSeconds', gracePeriodSeconds, 0, operation),
  }
  const headers = { accept, 'content-type': 'application/json' }
  return { method: 'DELETE', headers, body: formatJson(body, operation), repeat: 'idempotent' }
}
