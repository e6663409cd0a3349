/** The languages a patch may be written in, except apply, which is more than a patch. */
import { applyJsonPatch, applyMergePatch, isKubewrightError, type JsonPatch } from '@kubewright/core'
import { JsonText, kindOf, NotJson } from '../codec/json-text.ts'
import { describeNotJson } from '../codec/not-json.ts'
import type { ServedKind } from '../kinds/served-kind.ts'
import type { Draft } from '../object/draft.ts'
import { badRequest } from '../status/failures.ts'
import { StatusError } from '../status/status.ts'

export interface PatchLanguage {
  /** Custom resources do not speak it. */
  readonly isForBuiltIns: boolean
  /** Failure: a 400 if the text is not a patch. */
  parse(text: string): unknown
  apply(kind: ServedKind, live: Draft, patch: unknown): unknown
}

const operationLimit = 10_000

export const patchLanguages: ReadonlyMap<string, PatchLanguage> = new Map<string, PatchLanguage>([
  ['application/json-patch+json', { isForBuiltIns: false, parse: parseOperations, apply: applyOperations }],
  [
    'application/merge-patch+json',
    {
      isForBuiltIns: false,
      parse: parseMerge,
      apply: (_, live, patch) => applyMergePatch(live as never, patch as never),
    },
  ],
  [
    'application/strategic-merge-patch+json',
    {
      isForBuiltIns: true,
      parse: (text) => parseObject(text, '') ?? {},
      apply: (kind, live, patch) => kind.strategicMerge!(live, patch as Record<string, unknown>),
    },
  ],
])

function parseOperations(text: string): JsonPatch {
  const value = parseJson(text, decoding) ?? []
  if (!Array.isArray(value)) throw mismatch(text, decoding, '[]handlers.jsonPatchOp')
  if (value.length > operationLimit) {
    const message = `Request entity too large: The allowed maximum operations in a JSON patch is ${operationLimit}, got ${value.length}`
    throw new StatusError(413, 'RequestEntityTooLarge', message)
  }
  return value as JsonPatch
}

/** The server does not say which operation failed, only that one did. */
function applyOperations(_kind: ServedKind, live: Draft, patch: unknown): unknown {
  try {
    return applyJsonPatch(live as never, patch as JsonPatch)
  } catch (error) {
    if (!isKubewrightError(error)) throw error
    throw new StatusError(422, 'Invalid', 'the server rejected our request due to an error in our request', {})
  }
}

const decoding = 'error decoding patch: '

function parseMerge(text: string): Record<string, unknown> {
  const patch = parseObject(text, decoding)
  if (patch === null) throw badRequest('Invalid JSON Patch')
  return patch
}

/** @param prefix what messages start with */
function parseObject(text: string, prefix: string): Record<string, unknown> | null {
  const value = parseJson(text, prefix)
  if (typeof value !== 'object' || Array.isArray(value)) throw mismatch(text, prefix, 'map[string]interface {}')
  return value as Record<string, unknown> | null
}

function mismatch(text: string, prefix: string, type: string): StatusError {
  const kind = kindOf(text.trimStart().charCodeAt(0))
  return badRequest(`${prefix}json: cannot unmarshal ${kind} into Go value of type ${type}`)
}

function parseJson(text: string, prefix: string): unknown {
  try {
    return new JsonText(text).whole()
  } catch (error) {
    if (error instanceof NotJson) throw badRequest(`${prefix}${describeNotJson(text)}`)
    throw error
  }
}
