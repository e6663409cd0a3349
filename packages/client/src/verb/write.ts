/** Writes objects: create, update, patch, apply. Each declares whether it may be retried. */
import type { KubeObject } from '@kubewright/core'
import type { Answer } from '../call/answer.ts'
import type { Call } from '../call/call.ts'
import type { Verb } from '../error/operation.ts'
import { readObject, readObjectIfAny } from './answer.ts'
import { checkChoice } from './check-options.ts'
import { sendOptions, type VerbContext } from './context.ts'
import { checkFieldManager, requireFieldManager } from './field-manager.ts'
import { locateObject, type ResourceOperation } from './locate.ts'
import type { ApplyOptions, UpdateOptions, WriteOptions } from './options.ts'
import { assertPatch, type PatchOptions, patchContentType, patchRepeat, patchTypeOf } from './patch.ts'
import { appliedBelow, assertObject, formatJson, payloadOf, wrongObject } from './payload.ts'
import { formatQuery, type Query } from './query.ts'
import { resourcePath } from './resource-path.ts'
import { checkFlag } from './safety-options.ts'
import type { ObjectTarget, Target } from './target.ts'
import type { View } from './view.ts'

type Viewed<Options, Item extends KubeObject> = Options & { readonly view: View<Item> }

/** Not retried after a lost connection: the object may have been created. */
export async function createObject<Item extends KubeObject>(
  context: VerbContext,
  target: Target,
  object: object,
  options: Viewed<WriteOptions, Item>,
): Promise<Item> {
  const { operation, body } = payloadOf({ verb: 'create', ...target }, object, 'home', context.namespace)
  // A new object has no name in its URL yet.
  const path = resourcePath(target.resource, { namespace: operation.namespace })
  const answer = await write(context, { operation, method: 'POST', path, body, repeat: 'unprocessed' }, options)
  return readObject(answer, operation, options.view)
}

/** Creates a subresource, such as the eviction of a Pod. Some respond with a bare "Success". */
export async function createBelow<Item extends KubeObject>(
  context: VerbContext,
  target: ObjectTarget,
  body: object,
  options: Viewed<WriteOptions, Item>,
): Promise<Item | undefined> {
  // For an eviction, 429 means that a disruption budget forbids it: report it to the caller instead of retrying.
  const repeat = target.subresource === 'eviction' ? 'unsent' : 'unprocessed'
  const call = below(context, 'create', target, body)
  assertObject(body, call.operation)
  const answer = await write(context, { ...call, method: 'POST', repeat }, options)
  return readObjectIfAny(answer, call.operation, options.view)
}

/** Replaces a subresource with its own kind, such as a scale. */
export async function updateBelow<Item extends KubeObject>(
  context: VerbContext,
  target: ObjectTarget,
  body: object,
  options: Viewed<UpdateOptions, Item>,
): Promise<Item> {
  const call = below(context, 'update', target, body)
  assertObject(body, call.operation)
  assertNotBlind(call.operation, versionIn(body), options)
  const answer = await write(context, { ...call, method: 'PUT', repeat: 'idempotent' }, options)
  return readObject(answer, call.operation, options.view)
}

/**
 * With a `resourceVersion` a second delivery is a conflict, never a second change. With `overwrite`, a second delivery has the effect of
 * a delayed first one.
 */
export async function updateObject<Item extends KubeObject>(
  context: VerbContext,
  target: Target,
  object: object,
  options: Viewed<UpdateOptions, Item>,
): Promise<Item> {
  const { operation, body, resourceVersion } = payloadOf(
    { verb: 'update', ...target },
    object,
    'object',
    context.namespace,
  )
  assertNotBlind(operation, resourceVersion, options)
  const path = resourcePath(target.resource, operation)
  const answer = await write(context, { operation, method: 'PUT', path, body, repeat: 'idempotent' }, options)
  return readObject(answer, operation, options.view)
}

export async function patchObject<Item extends KubeObject>(
  context: VerbContext,
  target: ObjectTarget,
  patch: object,
  options: Viewed<PatchOptions, Item>,
): Promise<Item> {
  const type = patchTypeOf(patch, options.type)
  const call = below(context, 'patch', target, patch)
  assertPatch(type, patch, call.operation)
  const how = { method: 'PATCH', contentType: patchContentType(type), repeat: patchRepeat(type, patch) } as const
  return readObject(await write(context, { ...call, ...how }, options), call.operation, options.view)
}

/** Declarative, so it may be repeated. */
export async function applyObject<Item extends KubeObject>(
  context: VerbContext,
  target: Target,
  object: object,
  options: Viewed<ApplyOptions, Item>,
): Promise<Item> {
  const { operation, body } = payloadOf({ verb: 'apply', ...target }, object, 'object', context.namespace)
  requireFieldManager(options.fieldManager ?? context.fieldManager, operation)
  const path = resourcePath(target.resource, operation)
  const contentType = patchContentType('apply')
  const call = { operation, method: 'PATCH', path, body, contentType, repeat: 'idempotent' } as const
  return readObject(await write(context, call, parsedOnce(options)), operation, options.view)
}

/** The same for a subresource: a part of the object, or its scale. */
export async function applyBelow<Item extends KubeObject>(
  context: VerbContext,
  target: ObjectTarget,
  body: object,
  options: Viewed<ApplyOptions, Item>,
): Promise<Item> {
  const place = placeOf(context, 'apply', target)
  requireFieldManager(options.fieldManager ?? context.fieldManager, place.operation)
  const how = { method: 'PATCH', contentType: patchContentType('apply'), repeat: 'idempotent' } as const
  const call = { ...place, ...how, body: appliedBelow(place.operation, body) }
  const answer = await write(context, call, parsedOnce(options))
  return readObject(answer, place.operation, options.view)
}

/**
 * For an apply, validation on the server means that it parses the body a second time, as YAML, to find duplicate keys. A body written by
 * `JSON.stringify` has none, and unknown fields are rejected without it (decision 0424).
 */
function parsedOnce<Options extends ApplyOptions>(options: Options): Options {
  return options.fieldValidation === undefined ? { ...options, fieldValidation: 'Ignore' } : options
}

function below(context: VerbContext, verb: Verb, target: ObjectTarget, body: object) {
  const place = placeOf(context, verb, target)
  return { ...place, body: formatJson(body, place.operation) }
}

function placeOf(context: VerbContext, verb: Verb, { resource, subresource, ref }: ObjectTarget) {
  const operation = locateObject({ verb, resource, subresource }, ref, context.namespace)
  return { operation, path: resourcePath(resource, operation) }
}

interface Write extends Pick<Call, 'method' | 'path' | 'repeat'> {
  readonly operation: ResourceOperation
  readonly body: string
  readonly contentType?: string
}

function write(context: VerbContext, write: Write, options: Viewed<ApplyOptions, KubeObject>): Promise<Answer> {
  const { contentType = 'application/json', ...call } = write
  const headers = { accept: options.view.accept.object, 'content-type': contentType }
  const path = write.path + formatQuery(writeQuery(context, write.operation, options), write.operation)
  return context.caller.send({ ...call, path, headers }, sendOptions(options))
}

const validations = ['Ignore', 'Warn', 'Strict'] as const

function writeQuery(context: VerbContext, operation: ResourceOperation, options: ApplyOptions): Query {
  return {
    dryRun: checkFlag('dryRun', options.dryRun, operation) ? 'All' : undefined,
    fieldManager: checkFieldManager(options.fieldManager ?? context.fieldManager, operation),
    fieldValidation: checkChoice('fieldValidation', options.fieldValidation, validations, operation),
    force: checkFlag('force', options.force, operation) || undefined,
  }
}

function versionIn(body: object): unknown {
  const { metadata } = body as { readonly metadata?: { readonly resourceVersion?: unknown } | null }
  return metadata?.resourceVersion
}

/** Servers treat a missing, empty and zero version alike: as an unconditional overwrite. */
function assertNotBlind(operation: ResourceOperation, version: unknown, { overwrite }: UpdateOptions): void {
  const overwrites = checkFlag('overwrite', overwrite, operation)
  if (overwrites || (typeof version === 'string' && version !== '' && version !== '0')) return
  const why = 'the object has no metadata.resourceVersion, so the update could overwrite a concurrent change'
  throw wrongObject(operation, why, 'Update the object that you read, use apply or patch, or pass { overwrite: true }.')
}
