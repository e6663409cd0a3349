/** PATCH with a configuration: this is how I want it, the rest is somebody else's. Creates what is not there. */
import { readApplyBody, refuseRepeated } from '../codec/apply-body.ts'
import { apiVersionOf, type ServedSubresource } from '../kinds/served-kind.ts'
import type { Draft } from '../object/draft.ts'
import type { ServerResponse } from '../request/exchange.ts'
import { readWriteOptions, type WriteOptions } from '../request/write-options.ts'
import { badRequest, notFound } from '../status/failures.ts'
import { type Call, collectionOf, subjectOf } from './call.ts'
import { createObject } from './create.ts'
import { keyOfCall, modify } from './modify.ts'
import { writerOf } from './writer.ts'
import { respondWithObject } from './respond.ts'

export async function applyPatch(call: Call, subresource?: ServedSubresource): Promise<ServerResponse> {
  const { kind, request, info } = call
  const options = readWriteOptions('Patch', request.query, request.headers['user-agent'], true)
  const configuration = await readConfiguration(call, await request.body(), options)
  const version = collectionOf(call).read(keyOfCall(call))
  if (version === undefined) {
    if (subresource !== undefined) throw notFound(subjectOf(call), info.name)
    const created = await createObject(call, applyTo(call, emptyOf(call), configuration, options), options)
    return respondWithObject(call, 201, created)
  }
  const result = await modify(call, version, {
    options,
    strategy: subresource?.view?.strategy ?? kind.strategy,
    change: (live) => applyTo(call, live, configuration, options),
  })
  return respondWithObject(call, 200, subresource?.view?.project(result) ?? result, subresource)
}

function applyTo(call: Call, live: Draft, configuration: Draft, options: WriteOptions): Draft {
  const writer = { ...writerOf(call, options), force: options.force }
  return call.server.fields.apply(call.kind, live, configuration, writer)
}

async function readConfiguration(call: Call, body: Buffer, options: WriteOptions): Promise<Draft> {
  const { kind, info } = call
  const value = await parseConfiguration(call, body, options)
  const { apiVersion, kind: kindName } = value
  const expected = apiVersionOf(kind)
  if (kindName !== kind.kind) throw badRequest(`invalid object type: ${apiVersion}, Kind=${kindName}`)
  if (apiVersion !== expected) {
    throw badRequest(
      `Incorrect version specified in apply patch. Specified patch version: ${apiVersion}, expected: ${expected}`,
    )
  }
  if (value.metadata?.managedFields !== undefined) throw badRequest('metadata.managedFields must be nil')
  const metadata = { ...value.metadata, name: value.metadata?.name ?? info.name }
  return { ...value, metadata }
}

async function parseConfiguration({ warnings }: Call, body: Buffer, { fieldValidation }: WriteOptions): Promise<Draft> {
  const { value, repeatedKeys } = await readApplyBody(body)
  if (fieldValidation === 'Strict') refuseRepeated(repeatedKeys)
  if (fieldValidation === 'Warn') for (const warning of repeatedKeys) warnings.add(warning)
  return value as Draft
}

function emptyOf({ kind, info }: Call): Draft {
  const namespace = kind.isNamespaced ? { namespace: info.namespace } : {}
  return { kind: kind.kind, apiVersion: apiVersionOf(kind), metadata: { name: info.name, ...namespace } }
}
