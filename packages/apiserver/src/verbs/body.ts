/** From the bytes of a body to a draft of the right kind. */
import { readCustomBody } from '../codec/custom-body.ts'
import { unhandled } from '../codec/decode-failure.ts'
import { asWarnings } from '../codec/yaml-json.ts'
import { apiVersionOf, type Codec, type Decoded, type EncodedBody } from '../kinds/served-kind.ts'
import type { Draft } from '../object/draft.ts'
import { builtInMediaTypes } from '../request/negotiation.ts'
import type { FieldValidation } from '../request/write-options.ts'
import { badRequest, unsupportedMediaType } from '../status/failures.ts'
import type { Call } from './call.ts'

/** What a body was written in. */
export function mediaTypeOf(contentType: string | undefined): string {
  return (contentType ?? '').split(';')[0]!.trim().toLowerCase()
}

/** What a body is written in, JSON if nobody says. Failure: 415 if that is not accepted. */
export function acceptMediaType(contentType: string | undefined, accepted: readonly string[]): string {
  const mediaType = mediaTypeOf(contentType) || 'application/json'
  if (!accepted.includes(mediaType)) throw unsupportedMediaType(accepted)
  return mediaType
}

/** The body, in one of the forms the kind accepts. Failure: 415 if it is in another. */
export async function readBody({ kind, request }: Pick<Call, 'kind' | 'request'>): Promise<EncodedBody> {
  const accepted = kind.isCustom ? builtInMediaTypes.slice(0, 2) : builtInMediaTypes
  const mediaType = acceptMediaType(request.headers['content-type'], accepted)
  return { mediaType, bytes: await request.body() }
}

/** Makes an object of the kind of the body, and handles fields nobody knows as the caller asked. */
export async function decodeObject(
  call: Call,
  codec: Codec,
  body: EncodedBody,
  validation: FieldValidation,
): Promise<Draft> {
  const expected = call.kind.subresources.get(call.info.subresource) ?? call.kind
  const { object, strictErrors } = await (codec.decodeBody?.(body) ?? decodeCustom(expected.kind, codec, body))
  if (validation === 'Strict' && strictErrors.length > 0) {
    const given = { kind: object.kind, version: object.apiVersion.replace(/^.*\//, '') }
    throw unhandled(given, expected.kind, `strict decoding error: ${strictErrors.join(', ')}`)
  }
  if (validation === 'Warn') for (const warning of strictErrors.flatMap(asWarnings)) call.warnings.add(warning)
  const apiVersion = apiVersionOf(expected)
  if (object.apiVersion !== apiVersion) {
    throw badRequest(
      `the API version in the data (${object.apiVersion}) does not match the expected API version (${apiVersion})`,
    )
  }
  return object
}

async function decodeCustom(kind: string, codec: Codec, body: EncodedBody): Promise<Decoded> {
  const { value, strictErrors } = await readCustomBody(kind, body)
  const decoded = await codec.decode(value)
  return { object: decoded.object, strictErrors: [...strictErrors, ...decoded.strictErrors] }
}
