/** PUT: replaces the whole object. */
import { deepClone } from '@kubewright/core/json'
import type { ServedSubresource } from '../kinds/served-kind.ts'
import type { Draft } from '../object/draft.ts'
import type { ServerResponse } from '../request/exchange.ts'
import { readWriteOptions, type WriteOptions } from '../request/write-options.ts'
import { badRequest, notFound } from '../status/failures.ts'
import { decodeObject, readBody } from './body.ts'
import { type Call, subjectOf } from '../kinds/call.ts'
import { createObject, placeInNamespace, warnOfRepeatedOwners } from './create.ts'
import { createUnlessThere } from './create-unless-there.ts'
import { modify, refuseOther } from './modify.ts'
import { negotiateFor, respondWithModified } from './respond.ts'
import { recordWrite } from './writer.ts'

export async function update(call: Call, subresource?: ServedSubresource): Promise<ServerResponse> {
  const { kind, request } = call
  negotiateFor(call)
  const body = await readBody(call)
  const options = readWriteOptions('Update', request.query, request.headers['user-agent'])
  const object = await decodeObject(call, subresource?.view?.codec ?? kind.codec, body, options.fieldValidation)
  placeInNamespace(call, object)
  checkName(call, object)
  warnOfRepeatedOwners(call, object)
  const created = await createUnlessThere(call, () => createMissing(call, deepClone(object), options, subresource))
  if ('response' in created) return created.response
  const result = await modify(call, created.version, {
    options,
    strategy: subresource?.view?.strategy ?? kind.strategy,
    uid: object.metadata.uid,
    change: (live) => replace(call, live, deepClone(object), { options, subresource }),
  })
  return respondWithModified(call, result, subresource)
}

interface Replacing {
  readonly options: WriteOptions
  readonly subresource: ServedSubresource | undefined
}

async function replace(call: Call, live: Draft, object: Draft, { options, subresource }: Replacing): Promise<Draft> {
  const wanted = subresource?.view?.merge(live, object) ?? object
  await recordWrite(call, live, wanted, options)
  return wanted
}

async function createMissing(
  call: Call,
  object: Draft,
  options: WriteOptions,
  subresource: ServedSubresource | undefined,
): Promise<ServerResponse> {
  if (subresource !== undefined || !call.kind.strategy.createsOnUpdate) throw notFound(subjectOf(call), call.info.name)
  refuseOther(call, object.metadata.uid, undefined, options)
  await recordWrite(call, undefined, object, options)
  return createObject(call, object, options)
}

/** The object's name must be that of the URL. */
export function checkName({ info }: Call, { metadata: { name = '' } }: Draft): void {
  if (name === info.name) return
  if (name === '')
    throw badRequest(`the name of the object (${info.name} based on URL) was undeterminable: name must be provided`)
  throw badRequest(`the name of the object (${name}) does not match the name on the URL (${info.name})`)
}
