/** PATCH with a configuration: this is how I want it, the rest is somebody else's. Creates what is not there. */
import { parse as parseYaml } from 'yaml'
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
  const configuration = readConfiguration(call, (await request.body()).toString('utf8'))
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

function readConfiguration({ kind, info }: Call, text: string): Draft {
  const value = parseConfiguration(text)
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

function parseConfiguration(text: string): Draft {
  try {
    return parseYaml(text, { maxAliasCount: 100 }) as Draft
  } catch (error) {
    throw badRequest(`error decoding YAML: ${(error as Error).message}`)
  }
}

function emptyOf({ kind, info }: Call): Draft {
  const namespace = kind.isNamespaced ? { namespace: info.namespace } : {}
  return { kind: kind.kind, apiVersion: apiVersionOf(kind), metadata: { name: info.name, ...namespace } }
}
