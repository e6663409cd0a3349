/** The languages a patch may be written in, except apply, which is more than a patch. */
import { applyJsonPatch, applyMergePatch, isKubewrightError, type JsonPatch } from '@kubewright/core'
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
      parse: parseObject,
      apply: (_, live, patch) => applyMergePatch(live as never, patch as never),
    },
  ],
  [
    'application/strategic-merge-patch+json',
    {
      isForBuiltIns: true,
      parse: parseObject,
      apply: (kind, live, patch) => kind.strategicMerge!(live, patch as Record<string, unknown>),
    },
  ],
])

function parseOperations(text: string): JsonPatch {
  const value = parseJson(text)
  if (!Array.isArray(value))
    throw badRequest('error decoding patch: json: cannot unmarshal object into Go value of type jsonpatch.Patch')
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

function parseObject(text: string): Record<string, unknown> {
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badRequest('error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}')
  }
  return value as Record<string, unknown>
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw badRequest(`error decoding patch: ${(error as Error).message}`)
  }
}
