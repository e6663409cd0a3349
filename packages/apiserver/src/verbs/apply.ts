/** Server-side apply: PATCH with the fields the caller owns. Creates an object that does not exist. */
import { readApplyBody, refuseRepeated } from '../codec/apply-body.ts'
import { DecodeFailure } from '../codec/decode-failure.ts'
import { apiVersionOf, type ServedKind, type ServedSubresource } from '../kinds/served-kind.ts'
import { describeObject } from '../managed-fields/structured-field-manager.ts'
import type { Draft } from '../object/draft.ts'
import type { ServerResponse } from '../request/exchange.ts'
import { readWriteOptions, type WriteOptions } from '../request/write-options.ts'
import { badRequest, conflict, notFound, plainFailure } from '../status/failures.ts'
import { type Call, subjectOf } from '../kinds/call.ts'
import { createObject, placeInNamespace } from './create.ts'
import { createUnlessThere } from './create-unless-there.ts'
import { modify } from './modify.ts'
import { negotiateFor, respondWithModified } from './respond.ts'
import { checkName } from './update.ts'
import { writerOf } from './writer.ts'

export async function applyPatch(call: Call, subresource?: ServedSubresource): Promise<ServerResponse> {
  const { kind, request, info } = call
  negotiateFor(call)
  const body = await request.body()
  const options = readWriteOptions('Patch', request.query, request.headers['user-agent'], true)
  const created = await createUnlessThere(call, async () => {
    if (subresource !== undefined) throw notFound(subjectOf(call), info.name)
    return createObject(call, await applyTo(call, undefined, { body, options, subresource }), options)
  })
  if ('response' in created) return created.response
  const result = await modify(call, created.version, {
    options,
    strategy: subresource?.view?.strategy ?? kind.strategy,
    change: (live) => applyTo(call, live, { body, options, subresource }),
  })
  return respondWithModified(call, result, subresource)
}

interface Applying {
  readonly body: Buffer
  readonly options: WriteOptions
  readonly subresource: ServedSubresource | undefined
}

async function applyTo(call: Call, live: Draft | undefined, { body, options, subresource }: Applying): Promise<Draft> {
  const { value, repeatedKeys } = await readApplyBody(body)
  const configuration = configurationFor(call, value, subresource)
  const writer = { ...writerOf(call, options), force: options.force }
  const merged = call.server.fields.apply(call.kind, live ?? emptyOf(call.kind), configuration, writer)
  const object = await settle(call.kind, merged, configuration)
  warnOfRepeated(call, repeatedKeys, options)
  refuseIdentity(call, live, object)
  placeInNamespace(call, object)
  checkName(call, object)
  return object
}

/** An apply through a subresource of another kind (scale) is translated to the part of the object that it represents. */
function configurationFor(
  { kind, info }: Call,
  value: Readonly<Record<string, unknown>>,
  subresource: ServedSubresource | undefined,
): Draft {
  const configuration = checkedConfiguration(subresource ?? kind, value)
  if (subresource?.view === undefined || subresource.kind === kind.kind) return configuration
  const { name = info.name, namespace } = configuration.metadata
  const bare = { ...emptyOf(kind), metadata: { name, ...(namespace === undefined ? {} : { namespace }) } }
  const isSilent = (configuration['spec'] as { replicas?: unknown } | undefined)?.replicas === undefined
  return isSilent ? bare : subresource.view.merge(bare, configuration)
}

function checkedConfiguration(
  expected: { group: string; version: string; kind: string },
  value: Readonly<Record<string, unknown>>,
): Draft {
  const given = typeOf(value)
  if (given !== formatType(expected)) throw badRequest(`invalid object type: ${given}`)
  const metadata = (value['metadata'] ?? {}) as Draft['metadata']
  // Any other type is reported later, as a schema mismatch.
  if (Array.isArray(metadata.managedFields)) throw badRequest('metadata.managedFields must be nil')
  return { ...value, metadata } as Draft
}

/** The type as Go prints it: `apps/v1, Kind=Deployment`; empty fields if it cannot be parsed. */
function typeOf({ apiVersion, kind }: Readonly<Record<string, unknown>>): string {
  const parts = typeof apiVersion === 'string' ? apiVersion.split('/') : []
  if (parts.length > 2) return '/, Kind='
  const [version = '', group = ''] = parts.reverse()
  return formatType({ group, version, kind: typeof kind === 'string' ? kind : '' })
}

function formatType({ group, version, kind }: { group: string; version: string; kind: string }): string {
  return `${group}/${version}, Kind=${kind}`
}

/** Decodes the merged object as its kind: fills in defaults and drops unknown fields. */
async function settle(kind: ServedKind, merged: Draft, configuration: Draft): Promise<Draft> {
  const { codec } = kind
  try {
    const { object } = await (codec.decodeMerged?.(merged) ?? codec.decode(merged))
    return object
  } catch (error) {
    if (!(error instanceof DecodeFailure)) throw error
    const subject = describeObject(kind, configuration)
    const target = formatType(kind)
    throw plainFailure(
      `failed to convert new object (${subject}) to proper version: unable to convert unstructured object to ${target}: ${error.why}`,
    )
  }
}

function warnOfRepeated({ warnings }: Call, repeatedKeys: readonly string[], { fieldValidation }: WriteOptions): void {
  if (fieldValidation === 'Strict') refuseRepeated(repeatedKeys)
  if (fieldValidation === 'Warn') for (const warning of repeatedKeys) warnings.add(warning)
}

/** An apply with a UID refers to an existing object. */
function refuseIdentity(call: Call, live: Draft | undefined, { metadata: { uid = '' } }: Draft): void {
  if (live !== undefined || uid === '') return
  const why = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`
  throw conflict(subjectOf(call), call.info.name, why)
}

function emptyOf(kind: ServedKind): Draft {
  return { kind: kind.kind, apiVersion: apiVersionOf(kind), metadata: {} }
}
