/** PUT: the whole object, as the caller wants it. */
import { type ServedKind, type ServedSubresource } from '../kinds/served-kind.ts'
import type { Draft } from '../object/draft.ts'
import type { ServerResponse } from '../request/exchange.ts'
import { readWriteOptions, type WriteOptions } from '../request/write-options.ts'
import { invalid } from '../status/field-error.ts'
import { badRequest, invalidObject, notFound } from '../status/failures.ts'
import { decodeObject, readBody } from './body.ts'
import { type Call, collectionOf, subjectOf } from './call.ts'
import { createObject, placeInNamespace } from './create.ts'
import { keyOfCall, modify } from './modify.ts'
import { respondWithObject } from './respond.ts'
import { recordWrite } from './writer.ts'

export async function update(call: Call, subresource?: ServedSubresource): Promise<ServerResponse> {
  const { kind, info, request } = call
  const options = readWriteOptions('Update', request.query, request.headers['user-agent'])
  const codec = subresource?.view?.codec ?? kind.codec
  const object = await decodeObject(call, codec, await readBody(call), options.fieldValidation)
  checkName(call, object)
  placeInNamespace(call, object)
  const version = collectionOf(call).read(keyOfCall(call))
  if (version === undefined) return createMissing(call, object, options, subresource)
  refuseUnconditional(kind, info.name, object)
  const result = await modify(call, version, {
    options,
    strategy: subresource?.view?.strategy ?? kind.strategy,
    change: (live) => replace(call, live, copyOf(object), { options, subresource }),
  })
  return respondWithObject(call, 200, subresource?.view?.project(result) ?? result, subresource)
}

interface Replacing {
  readonly options: WriteOptions
  readonly subresource: ServedSubresource | undefined
}

function replace(call: Call, live: Draft, object: Draft, { options, subresource }: Replacing): Draft {
  const wanted = subresource?.view?.merge(live, object) ?? object
  recordWrite(call, live, wanted, options)
  return wanted
}

async function createMissing(
  call: Call,
  object: Draft,
  options: WriteOptions,
  subresource: ServedSubresource | undefined,
): Promise<ServerResponse> {
  if (subresource !== undefined || !call.kind.strategy.createsOnUpdate) throw notFound(subjectOf(call), call.info.name)
  delete object.metadata.resourceVersion
  recordWrite(call, undefined, object, options)
  return respondWithObject(call, 201, await createObject(call, object, options))
}

/** The object must be called what the path calls it. */
export function checkName({ info }: Call, { metadata: { name = '' } }: Draft): void {
  if (name === info.name) return
  if (name === '')
    throw badRequest(`the name of the object (${info.name} based on URL) was undeterminable: name must be provided`)
  throw badRequest(`the name of the object (${name}) does not match the name on the URL (${info.name})`)
}

function refuseUnconditional(kind: ServedKind, name: string, { metadata }: Draft): void {
  if ((metadata.resourceVersion ?? '') !== '' || kind.strategy.updatesUnconditionally) return
  const error = invalid('metadata.resourceVersion', 0, 'must be specified for an update')
  throw invalidObject({ group: kind.group, kind: kind.plural }, name, [error])
}

function copyOf(object: Draft): Draft {
  return JSON.parse(JSON.stringify(object)) as Draft
}
