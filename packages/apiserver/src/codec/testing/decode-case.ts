/** A recorded body with the result of the Go types, and its comparison with our result. */
import type { GroupVersionKind } from '@kubewright/core/object'
import type { EncodedBody } from '../codec.ts'
import { builtInCodec } from '../built-in-codec.ts'
import { DecodeFailure } from '../decode-failure.ts'

export interface DecodeCase {
  readonly gvk: GroupVersionKind
  /** JSON, possibly malformed. */
  readonly body: string
  readonly problem?: string
  readonly strictErrors?: readonly string[]
  readonly object?: unknown
  /** The same object as protobuf, in base64. */
  readonly protobuf?: string
}

/** The result of our codec in its stored form; as text, so that the order of fields is compared too. */
export async function decodeForTest(gvk: GroupVersionKind, body: EncodedBody) {
  try {
    const codec = builtInCodec(gvk)
    const { object, strictErrors } = await codec.decodeBody(body)
    const { kind: _kind, apiVersion: _apiVersion, ...stored } = await codec.settle(object)
    const { kind, apiVersion } = object
    return { object: JSON.stringify({ kind, apiVersion, ...stored }), strictErrors }
  } catch (error) {
    if (error instanceof DecodeFailure) return { problem: error.why }
    throw error
  }
}

/** A description of how our result differs from the recorded one. */
export async function compareCase(one: DecodeCase): Promise<string | undefined> {
  const { gvk, body, problem, strictErrors = [], object, protobuf } = one
  const wanted = problem === undefined ? { object: JSON.stringify(object), strictErrors } : { problem }
  const json = await decodeForTest(gvk, { bytes: Buffer.from(body), mediaType: 'application/json' })
  if (JSON.stringify(json) !== JSON.stringify(wanted)) return describe(gvk, body, wanted, json)
  if (protobuf === undefined) return undefined
  const bytes = Buffer.from(protobuf, 'base64')
  const binary = await decodeForTest(gvk, { bytes, mediaType: 'application/vnd.kubernetes.protobuf' })
  return binary.object === wanted.object ? undefined : describe(gvk, protobuf, wanted, binary)
}

function describe(gvk: GroupVersionKind, body: string, wanted: unknown, got: unknown): string {
  return `${gvk.kind}: ${body}\n  wanted ${JSON.stringify(wanted)}\n  got    ${JSON.stringify(got)}`
}
