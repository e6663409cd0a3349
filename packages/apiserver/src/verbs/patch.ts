/** PATCH, in one of four formats. */
import { DecodeFailure } from '../codec/decode-failure.ts'
import { sortKeys } from '../go/go-json.ts'
import { goText } from '../go/go-text.ts'
import type { ServedSubresource } from '../kinds/served-kind.ts'
import type { Codec, Decoded } from '../codec/codec.ts'
import type { Draft } from '../object/draft.ts'
import type { ServerResponse } from '../request/exchange.ts'
import { readWriteOptions, type WriteOptions } from '../request/write-options.ts'
import { invalid } from '../status/field-error.ts'
import { invalidObject, notFound, unsupportedMediaType } from '../status/failures.ts'
import { StatusError } from '../status/status.ts'
import { applyPatch } from './apply.ts'
import { decodeBody } from './body.ts'
import { applyType, patchTypeOf } from '../request/body-media-type.ts'
import { type Call, collectionOf, subjectOf } from '../kinds/call.ts'
import { placeInNamespace } from './create.ts'
import { keyOfCall, modify } from './modify.ts'
import { type Patch, type Patched, patchLanguages } from './patch-language.ts'
import { negotiateFor, respondWithModified } from './respond.ts'
import { checkName } from './update.ts'
import { recordWrite } from './writer.ts'

export async function patch(call: Call, subresource?: ServedSubresource): Promise<ServerResponse> {
  const { kind, request } = call
  const type = patchTypeOf(request.headers['content-type'])
  if (type === applyType) return applyPatch(call, subresource)
  const language = patchLanguages.get(type)
  if (language === undefined || (kind.isCustom && language.isForBuiltIns)) throw unknownLanguage(call, type)
  negotiateFor(call)
  const body = await request.body()
  const options = readWriteOptions('Patch', request.query, request.headers['user-agent'])
  const version = collectionOf(call).read(keyOfCall(call))
  if (version === undefined) throw notFound(subjectOf(call), call.info.name)
  const patch = language.read(goText(body), options.fieldValidation !== 'Ignore')
  const result = await modify(call, version, {
    options,
    strategy: subresource?.view?.strategy ?? kind.strategy,
    change: (live) => changeBy(call, { patch, options, subresource }, live),
  })
  return respondWithModified(call, result, subresource)
}

interface Patching {
  readonly patch: Patch
  readonly options: WriteOptions
  readonly subresource: ServedSubresource | undefined
}

async function changeBy(call: Call, { patch, options, subresource }: Patching, live: Draft): Promise<Draft> {
  const shown = subresource?.view?.project(live) ?? live
  // A custom object is a map in Go, whose keys are written in sorted order.
  const before = call.kind.isCustom ? (sortKeys(shown) as Draft) : shown
  const patched = await patch.apply(call.kind, before)
  const codec = subresource?.view?.codec ?? call.kind.codec
  const reading = readingOf(call, codec, patched)
  const decoded = await decodePatched(call, options, { ...reading, strictErrors: patch.strictErrors })
  placeInNamespace(call, decoded)
  checkName(call, decoded)
  const wanted = subresource?.view?.merge(live, decoded) ?? decoded
  await recordWrite(call, live, wanted, options)
  return wanted
}

/** How the patched object is decoded, and its text in error messages. */
interface Reading {
  decode(): Promise<Decoded> | Decoded
  readonly shown: string
}

/** Error messages show the patched object, or the patch for a strategic merge. */
function readingOf(call: Call, codec: Codec, patched: Patched): Reading {
  if ('text' in patched) {
    const body = { bytes: Buffer.from(patched.text), mediaType: 'application/json' }
    return { decode: () => decodeBody(call, codec, body), shown: patched.text }
  }
  const { merged, shown } = patched
  return { decode: () => codec.decodeMerged?.(merged) ?? codec.decode(merged), shown }
}

/** A patch may produce an object that does not decode as its kind. */
async function decodePatched(
  { warnings }: Call,
  { fieldValidation }: WriteOptions,
  reading: Reading & { readonly strictErrors: readonly string[] },
): Promise<Draft> {
  const { object, strictErrors } = await decodeOrRefuse(reading)
  const all = [...reading.strictErrors, ...strictErrors]
  if (fieldValidation === 'Warn') for (const error of all) warnings.add(error)
  if (fieldValidation === 'Strict' && all.length > 0)
    throw patchRefused(reading, `strict decoding error: ${all.join(', ')}`)
  return object
}

async function decodeOrRefuse(reading: Reading): Promise<Decoded> {
  try {
    return await reading.decode()
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    throw patchRefused(reading, error instanceof DecodeFailure ? error.why : error.message)
  }
}

function patchRefused({ shown }: Reading, why: string): Error {
  return invalidObject({ group: '', kind: '' }, '', [invalid('patch', shown, why)])
}

/** For built-in kinds, an unknown media type does not match a route, which gives a different message. */
function unknownLanguage({ kind }: Call, type: string): Error {
  const types = [...patchLanguages].filter(([, { isForBuiltIns }]) => !kind.isCustom || !isForBuiltIns)
  const accepted = [...types.map(([name]) => name), applyType]
  if (kind.isCustom || accepted.includes(type.trim())) return unsupportedMediaType(accepted)
  return new StatusError(415, 'UnsupportedMediaType', '415: Unsupported Media Type', {})
}
