/** From the bytes of a body to a draft of the right kind. */
import { readCustomBody } from '../codec/custom-body.ts'
import { MissingKind, unhandled } from '../codec/decode-failure.ts'
import { asWarnings } from '../codec/yaml-json.ts'
import { apiVersionOf, type Codec, type Decoded, type EncodedBody } from '../kinds/served-kind.ts'
import type { Draft } from '../object/draft.ts'
import { builtInMediaTypes } from '../request/negotiation.ts'
import type { FieldValidation } from '../request/write-options.ts'
import { badRequest, unsupportedMediaType } from '../status/failures.ts'
import type { Call } from './call.ts'

/** What an apply is written in, even if it is JSON. */
export const applyType = 'application/apply-patch+yaml'

/** What patches of custom resources are written in. */
export const customPatchTypes: readonly string[] = [
  'application/json-patch+json',
  'application/merge-patch+json',
  applyType,
]

/** What a patch is written in. The letters must be right: the server compares them as they are. */
export function patchTypeOf(contentType = ''): string {
  const at = contentType.indexOf(';')
  return at > 0 ? contentType.slice(0, at) : contentType
}

/** What a body is written in, JSON if nobody says. Failure: 415 if that is not accepted. */
export function acceptMediaType(contentType: string | undefined, accepted: readonly string[]): string {
  const mediaType = (contentType || 'application/json').split(';')[0]!.trim().toLowerCase()
  if (!accepted.includes(mediaType)) throw unsupportedMediaType(builtInMediaTypes)
  return mediaType
}

const protobuf: (typeof builtInMediaTypes)[number] = 'application/vnd.kubernetes.protobuf'

/** The body, in one of the forms the kind accepts. Failure: 415 if it is in another. */
export async function readBody({ kind, request }: Pick<Call, 'kind' | 'request'>): Promise<EncodedBody> {
  const mediaType = acceptMediaType(request.headers['content-type'], builtInMediaTypes)
  // It is offered all the same; a real server breaks down over it.
  if (kind.isCustom && mediaType === protobuf) throw unsupportedMediaType(builtInMediaTypes)
  return { mediaType, bytes: await request.body() }
}

/** Makes an object of the kind of the body, and handles fields nobody knows as the caller asked. */
export async function decodeObject(
  call: Call,
  codec: Codec,
  body: EncodedBody,
  validation: FieldValidation,
): Promise<Draft> {
  const expected = expectedKind(call)
  const { object, strictErrors } = await decodeAs(call, codec, body, validation)
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

/** Whoever does not want to hear of oddities is taken to mean the kind of the path, and is refused in its name. */
async function decodeAs(call: Call, codec: Codec, body: EncodedBody, validation: FieldValidation): Promise<Decoded> {
  try {
    return await decodeBody(call, codec, body)
  } catch (error) {
    if (validation !== 'Ignore' || !(error instanceof MissingKind)) throw error
    const { kind, version } = expectedKind(call)
    throw unhandled({ kind, version: error.version || version }, kind, error.why)
  }
}

/** Failure: a `DecodeFailure`. */
export function decodeBody(call: Pick<Call, 'kind' | 'info'>, codec: Codec, body: EncodedBody) {
  return codec.decodeBody?.(body) ?? decodeCustom(expectedKind(call).kind, codec, body)
}

/** What is written to the path: the kind itself, or what its subresource speaks. */
function expectedKind({ kind, info }: Pick<Call, 'kind' | 'info'>) {
  return kind.subresources.get(info.subresource) ?? kind
}

async function decodeCustom(kind: string, codec: Codec, body: EncodedBody): Promise<Decoded> {
  const { value, strictErrors } = await readCustomBody(kind, body)
  const decoded = await codec.decode(value)
  return { object: decoded.object, strictErrors: [...strictErrors, ...decoded.strictErrors] }
}
