/** Converts between the bodies of built-in kinds and drafts, exactly as kube-apiserver's Go types do. */
import { formatApiVersion, type GroupVersionKind } from '@kubewright/core/object'
import type { Codec, Decoded, EncodedBody } from './codec.ts'
import type { Draft } from '../object/draft.ts'
import { writeDecoded, writeStored } from './draft-writer.ts'
import { goText } from '../go/go-text.ts'
import type { StructType } from '../go/go-type.ts'
import { DecodeFailure } from './decode-failure.ts'
import { asDraft, type Target } from './decode-target.ts'
import { decodeJsonText, decodeJsonValue } from './json-body.ts'
import { loadShape } from './load-shapes.ts'
import { decodeMap } from './map-decoder.ts'
import { decodeProtobufBody } from './protobuf-body.ts'
import { decodeYamlBody } from './yaml-body.ts'

export interface BuiltInCodec extends Codec {
  decodeBody(body: EncodedBody): Promise<Decoded> | Decoded
  decodeMerged(value: unknown): Promise<Decoded> | Decoded
  /** The draft as Go would serialize it after storage: fields in order, no empty optional fields, no unknown fields. */
  settle(draft: Draft): Promise<Draft> | Draft
  /** Like `settle`, but before storage: empty lists and maps of required fields stay empty instead of becoming nil. */
  complete(draft: Draft): Promise<Draft> | Draft
}

/**
 * The type of a kind is loaded with its first object and then cached.
 *
 * Failure: a `DecodeFailure` if the body cannot be an object of the kind.
 */
export function builtInCodec(gvk: GroupVersionKind): BuiltInCodec {
  let target: Target | undefined
  const load = async () => (target ??= { gvk, type: await shapeOf(gvk) })
  const withTarget = <Result>(use: (target: Target) => Promise<Result> | Result): Promise<Result> | Result =>
    target === undefined ? load().then(use) : use(target)
  return {
    decode: (value) => withTarget((target) => decodeJsonValue(target, value)),
    decodeBody: (body) => withTarget((target) => decodeBody(target, body)),
    decodeMerged: (value) => withTarget((target) => decodeMerged(target, value)),
    settle: (draft) => withTarget(({ type }) => writeStored(type, draft) as Draft),
    complete: (draft) => withTarget(({ type }) => writeDecoded(type, draft) as Draft),
  }
}

async function shapeOf(gvk: GroupVersionKind): Promise<StructType> {
  const type = await loadShape(formatApiVersion(gvk), gvk.kind)
  if (type === undefined) throw new Error(`The table of Go types has no ${gvk.kind} in ${formatApiVersion(gvk)}.`)
  return type
}

function decodeBody(target: Target, { bytes, mediaType }: EncodedBody): Promise<Decoded> | Decoded {
  if (mediaType === 'application/vnd.kubernetes.protobuf') return decodeProtobufBody(target, bytes)
  if (mediaType === 'application/yaml') return decodeYamlBody(target, bytes)
  return decodeJsonText(target, goText(bytes), bytes)
}

/** Does not check kind and apiVersion: the object had the right kind before the merge. */
function decodeMerged(target: Target, merged: unknown): Decoded {
  const { value, strictErrors, problem } = decodeMap(merged, target.type)
  if (problem !== undefined) throw new DecodeFailure(problem, problem)
  return { object: asDraft(target, writeDecoded(target.type, value)), strictErrors }
}
