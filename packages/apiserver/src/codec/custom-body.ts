/** Parses the body of a custom resource. Validation against the schema happens elsewhere. */
import type { EncodedBody } from './codec.ts'
import { MissingKind, unreadable } from './decode-failure.ts'
import { findDuplicateFields } from './duplicate-fields.ts'
import { goText } from '../go/go-text.ts'
import { NotJson } from './json-text.ts'
import { describeNotJson } from './not-json.ts'
import { readTypeMeta } from './type-meta.ts'
import { readYaml } from './yaml-body.ts'
import { repeatedKeyErrors } from './yaml-json.ts'

export interface CustomBody {
  /** Has a `kind`; which one is not checked. */
  readonly value: Readonly<Record<string, unknown>>
  /** `duplicate field "spec.a"` */
  readonly strictErrors: readonly string[]
}

/**
 * Failure: a `DecodeFailure`.
 *
 * @param kind the kind of the definition, for messages
 */
export async function readCustomBody(kind: string, { bytes, mediaType }: EncodedBody): Promise<CustomBody> {
  const yaml = mediaType === 'application/yaml' ? await readYaml(kind, bytes) : undefined
  const json = yaml?.json ?? goText(bytes)
  try {
    const value: unknown = parse(json)
    const duplicates = findDuplicateFields(json, value)
    return {
      value: asObject(kind, value, json, bytes),
      strictErrors: yaml === undefined ? duplicates : repeatedKeyErrors(yaml.repeatedKeys),
    }
  } catch (error) {
    if (error instanceof NotJson) throw unreadable(kind, describeNotJson(json), bytes)
    throw error
  }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new NotJson()
  }
}

function asObject(kind: string, value: unknown, json: string, body: Buffer): Readonly<Record<string, unknown>> {
  const object = (value ?? {}) as Readonly<Record<string, unknown>>
  if (isPlain(object)) return object
  const { problem } = readTypeMeta(json)
  if (problem !== undefined) throw unreadable(kind, problem, body)
  // Go matches the field name case-insensitively when it determines the type; the object itself must have exactly `kind`.
  if ((object['kind'] ?? '') === '') throw new MissingKind(kind, object['apiVersion'], body)
  return object
}

/** Whether kind and apiVersion are present under their exact names, without case variants. */
function isPlain(object: Readonly<Record<string, unknown>>): boolean {
  const others = Object.keys(object).filter((key) => key !== 'kind' && key !== 'apiVersion')
  const isOdd = others.some((key) => /^(?:kind|apiversion)$/i.test(key))
  return (
    !isOdd && typeof object['kind'] === 'string' && object['kind'] !== '' && typeof object['apiVersion'] === 'string'
  )
}
