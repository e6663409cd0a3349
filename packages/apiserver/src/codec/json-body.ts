/**
 * Decodes the JSON of a built-in kind into a draft.
 *
 * Plain bodies, nearly all of them, take the fast path: `JSON.parse` and one walk. The rest (an unknown field, a wrong
 * type, a number with a decimal point, a duplicate key) is read again by a decoder that follows Go's rules in full.
 *
 * See decision 0071.
 */
import { formatApiVersion, type GroupVersionKind } from '@kubewright/core/object'
import type { Decoded } from './codec.ts'
import { unhandled, unreadable, unrecognized } from './decode-failure.ts'
import { asDraft, isSameKind, type Target } from './decode-target.ts'
import { Unusual, writeChecked, writeDecoded } from './draft-writer.ts'
import { goText } from '../go/go-text.ts'
import type { GoValue } from '../go/go-value.ts'
import { type DecodedJson, decodeJson } from './json-decoder.ts'
import { surveyJson } from './json-survey.ts'
import { NotJson } from './json-text.ts'
import { describeNotJson } from './not-json.ts'
import { decodeOther } from './unexpected-kind.ts'
import { completeType, readTypeMeta } from './type-meta.ts'

/**
 * Failure: a `DecodeFailure`.
 *
 * @param body the request body, for messages
 */
export function decodeJsonText(target: Target, text: string, body: Buffer): Promise<Decoded> | Decoded {
  const object = readPlain(target, text)
  return object === undefined
    ? decodeExactly(target, text, body)
    : { object: asDraft(target, object), strictErrors: [] }
}

/** Like `decodeJsonText`, for a value that this server produced in memory. */
export function decodeJsonValue(target: Target, value: unknown): Promise<Decoded> | Decoded {
  const object = writePlain(target, value)?.object
  if (object !== undefined) return { object: asDraft(target, object), strictErrors: [] }
  const text = JSON.stringify(value)
  return decodeExactly(target, text, Buffer.from(text))
}

/** The fast path. Undefined unless the text is plain. */
function readPlain(target: Target, text: string): GoValue | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  const written = writePlain(target, value)
  if (written === undefined) return undefined
  const { members, isUnusual } = surveyJson(text)
  return isUnusual || members !== written.members ? undefined : written.object
}

function writePlain({ gvk, type }: Target, value: unknown) {
  try {
    const written = writeChecked(type, value)
    const { kind = gvk.kind, apiVersion } = written.object
    const isExpected = kind === gvk.kind && (apiVersion === undefined || apiVersion === formatApiVersion(gvk))
    return isExpected ? written : undefined
  } catch (error) {
    if (error instanceof Unusual) return undefined
    throw error
  }
}

function decodeExactly(target: Target, text: string, body: Buffer): Promise<Decoded> | Decoded {
  const { gvk, type } = target
  const { value, strictErrors, problem } = readExactly(target, text, body)
  const given = typeOf(gvk, text, body)
  if (!isSameKind(given, gvk)) {
    return decodeOther(gvk, given, { read: (other) => decodeJson(text, other), shown: goText(body) })
  }
  if (problem !== undefined) throw unhandled(given, gvk.kind, problem)
  return { object: asDraft(target, writeDecoded(type, value)), strictErrors }
}

function readExactly({ gvk, type }: Target, text: string, body: Buffer): DecodedJson {
  try {
    return decodeJson(text, type)
  } catch (error) {
    if (error instanceof NotJson) throw unreadable(gvk.kind, describeNotJson(text), body)
    throw error
  }
}

/** The type that the body declares, with missing parts taken from the expected type. */
function typeOf(expected: GroupVersionKind, text: string, body: Buffer): GroupVersionKind {
  const meta = readTypeMeta(text)
  if (meta.problem !== undefined) {
    throw unreadable(expected.kind, meta.problem, body)
  }
  const given = completeType(meta, expected)
  if (given === undefined) throw unrecognized(expected.kind, `unexpected GroupVersion string: ${meta.apiVersion}`, body)
  return given
}
