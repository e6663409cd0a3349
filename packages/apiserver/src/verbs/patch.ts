/** PATCH: some of the object, in one of four languages. */
import { DecodeFailure } from '../codec/decode-failure.ts'
import { formatMap } from '../codec/map-decoder.ts'
import { type Codec, type Decoded, type ServedSubresource } from '../kinds/served-kind.ts'
import type { Draft } from '../object/draft.ts'
import type { ServerResponse } from '../request/exchange.ts'
import { readWriteOptions, type WriteOptions } from '../request/write-options.ts'
import { invalid } from '../status/field-error.ts'
import { invalidObject, notFound, unsupportedMediaType } from '../status/failures.ts'
import { applyPatch } from './apply.ts'
import { mediaTypeOf } from './body.ts'
import { type Call, collectionOf, subjectOf } from './call.ts'
import { keyOfCall, modify } from './modify.ts'
import { type PatchLanguage, patchLanguages } from './patch-language.ts'
import { respondWithObject } from './respond.ts'
import { checkName } from './update.ts'
import { recordWrite } from './writer.ts'

const applyType = 'application/apply-patch+yaml'

export async function patch(call: Call, subresource?: ServedSubresource): Promise<ServerResponse> {
  const { kind, request } = call
  const type = mediaTypeOf(request.headers['content-type'])
  if (type === applyType) return applyPatch(call, subresource)
  const language = patchLanguages.get(type)
  if (language === undefined || (kind.isCustom && language.isForBuiltIns))
    throw unsupportedMediaType(acceptedTypes(kind.isCustom))
  const options = readWriteOptions('Patch', request.query, request.headers['user-agent'])
  const body = language.parse((await request.body()).toString('utf8'))
  const version = collectionOf(call).read(keyOfCall(call))
  if (version === undefined) throw notFound(subjectOf(call), call.info.name)
  const result = await modify(call, version, {
    options,
    strategy: subresource?.view?.strategy ?? kind.strategy,
    change: (live) => changeBy(call, { language, body, options, subresource }, live),
  })
  return respondWithObject(call, 200, subresource?.view?.project(result) ?? result, subresource)
}

interface Patching {
  readonly language: PatchLanguage
  readonly body: unknown
  readonly options: WriteOptions
  readonly subresource: ServedSubresource | undefined
}

async function changeBy(call: Call, patching: Patching, live: Draft): Promise<Draft> {
  const { kind } = call
  const { language, body, options, subresource } = patching
  const shown = subresource?.view?.project(live) ?? live
  const before = shown.metadata.resourceVersion
  const patched: unknown = await language.apply(kind, shown, body)
  const codec = subresource?.view?.codec ?? kind.codec
  const decoded = await decodePatched(call, options, readingOf(language, codec, patched, body))
  checkName(call, decoded)
  // A patch that says nothing of the version asks for no particular one.
  if (decoded.metadata.resourceVersion === before) delete decoded.metadata.resourceVersion
  const wanted = subresource?.view?.merge(live, decoded) ?? decoded
  recordWrite(call, live, wanted, options)
  return wanted
}

/** How the patched object becomes one of the kind, and what a refusal shows of it. */
interface Reading {
  decode(): Promise<Decoded> | Decoded
  readonly shown: string
}

/** The server shows the patched object, except after a strategic merge, where it shows the patch. */
function readingOf(language: PatchLanguage, codec: Codec, patched: unknown, patch: unknown): Reading {
  if (language.isForBuiltIns && codec.decodeMerged !== undefined) {
    return { decode: () => codec.decodeMerged!(patched), shown: formatMap(patch) }
  }
  return { decode: () => codec.decode(patched), shown: JSON.stringify(patched) }
}

/** A patch may make of the object something that is none of its kind. */
async function decodePatched({ warnings }: Call, options: WriteOptions, reading: Reading): Promise<Draft> {
  const { object, strictErrors } = await decodeOrRefuse(reading)
  if (options.fieldValidation === 'Warn') for (const error of strictErrors) warnings.add(error)
  if (options.fieldValidation === 'Strict' && strictErrors.length > 0) {
    throw patchRefused(reading, `strict decoding error: ${strictErrors.join(', ')}`)
  }
  return object
}

async function decodeOrRefuse(reading: Reading): Promise<Decoded> {
  try {
    return await reading.decode()
  } catch (error) {
    throw patchRefused(reading, error instanceof DecodeFailure ? error.why : (error as Error).message)
  }
}

function patchRefused({ shown }: Reading, why: string): Error {
  return invalidObject({ group: '', kind: '' }, '', [invalid('patch', shown, why)])
}

function acceptedTypes(isCustom: boolean): readonly string[] {
  const types = [...patchLanguages].filter(([, { isForBuiltIns }]) => !isCustom || !isForBuiltIns).map(([type]) => type)
  return [...types, applyType]
}
