/** Decodes request bodies into drafts of the right kind. */
import { readCustomBody } from '../codec/custom-body.ts'
import { MissingKind, unhandled } from '../codec/decode-failure.ts'
import { asWarnings } from '../codec/yaml-json.ts'
import { apiVersionOf } from '../kinds/served-kind.ts'
import type { Codec, Decoded, EncodedBody } from '../codec/codec.ts'
import type { Draft } from '../object/draft.ts'
import { acceptMediaType } from '../request/body-media-type.ts'
import { builtInMediaTypes } from '../request/negotiation.ts'
import type { FieldValidation } from '../request/write-options.ts'
import { badRequest, unsupportedMediaType } from '../status/failures.ts'
import type { Call } from '../kinds/call.ts'

const protobuf: (typeof builtInMediaTypes)[number] = 'application/vnd.kubernetes.protobuf'

/** The body, in one of the media types that the kind accepts. Failure: 415 otherwise. */
export async function readBody({ kind, request }: Pick<Call, 'kind' | 'request'>): Promise<EncodedBody> {
  const mediaType = acceptMediaType(request.headers['content-type'], builtInMediaTypes)
  // The 415 message lists protobuf nevertheless; kube-apiserver itself breaks on such a body.
  if (kind.isCustom && mediaType === protobuf) throw unsupportedMediaType(builtInMediaTypes)
  return { mediaType, bytes: await request.body() }
}

/** Decodes the body as an object of the kind, and handles unknown fields by `fieldValidation`. */
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

/** With `fieldValidation=Ignore`, a body without a kind is assumed to have that of the path, also in the error message. */
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

/** The kind that the path accepts: that of the resource, or of its subresource. */
function expectedKind({ kind, info }: Pick<Call, 'kind' | 'info'>) {
  return kind.subresources.get(info.subresource) ?? kind
}

async function decodeCustom(kind: string, codec: Codec, body: EncodedBody): Promise<Decoded> {
  const { value, strictErrors } = await readCustomBody(kind, body)
  const decoded = await codec.decode(value)
  return { object: decoded.object, strictErrors: [...strictErrors, ...decoded.strictErrors] }
}
