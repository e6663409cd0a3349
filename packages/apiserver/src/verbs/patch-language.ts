/** The patch formats, except server-side apply. */
import { deepClone } from '@kubewright/core/json'
import { findDuplicateFields } from '../codec/duplicate-fields.ts'
import { goJson, sortKeys } from '../go/go-json.ts'
import { JsonText, kindOf, NotJson } from '../codec/json-text.ts'
import { goFormat } from '../go/go-value-text.ts'
import { describeNotJson } from '../codec/not-json.ts'
import { applyOperations, type Operation } from '../json-patch/json-patch.ts'
import { mergeTexts } from '../json-patch/merge-patch.ts'
import { checkOperations, readOperations } from '../json-patch/operations.ts'
import { PatchFailure } from '../json-patch/patch-failure.ts'
import type { ServedKind } from '../kinds/served-kind.ts'
import type { Draft } from '../object/draft.ts'
import { badRequest } from '../status/failures.ts'
import { StatusError } from '../status/status.ts'

export interface PatchLanguage {
  /** Whether custom resources do not support it. */
  readonly isForBuiltIns: boolean
  /**
   * @param isChecked whether field validation reports problems in the patch
   *
   * Failure: a 400 if the text is not a patch.
   */
  read(text: string, isChecked: boolean): Patch
}

export interface Patch {
  /** `duplicate field "spec.a"` */
  readonly strictErrors: readonly string[]
  apply(kind: ServedKind, live: Draft): Promise<Patched> | Patched
}

/** The patched object: as text, or as a strategically merged value. */
export type Patched = { readonly text: string } | { readonly merged: unknown; readonly shown: string }

const operationLimit = 10_000

export const patchLanguages: ReadonlyMap<string, PatchLanguage> = new Map<string, PatchLanguage>([
  ['application/json-patch+json', { isForBuiltIns: false, read: readJsonPatch }],
  ['application/merge-patch+json', { isForBuiltIns: false, read: readMergePatch }],
  ['application/strategic-merge-patch+json', { isForBuiltIns: true, read: readStrategicPatch }],
])

function readJsonPatch(text: string, isChecked: boolean): Patch {
  checkJson(text, isChecked ? decoding : '')
  const { strictErrors, problem } = isChecked ? checkOperations(text) : unchecked
  if (problem !== undefined) throw badRequest(`${decoding}${problem}`)
  const operations = readOperations(text)
  if (operations === undefined) throw mismatch(text, '', 'jsonpatch.Patch')
  if (operations.length > operationLimit) throw tooManyOperations(operations.length)
  return { strictErrors, apply: (kind, live) => ({ text: carryOut(textFor(kind, live), operations) }) }
}

/** Objects without Go types are maps, which Go writes with sorted keys. */
function textFor({ isCustom }: ServedKind, live: Draft): string {
  return goJson(isCustom ? sortKeys(live) : live)
}

function tooManyOperations(count: number): StatusError {
  const message = `Request entity too large: The allowed maximum operations in a JSON patch is ${operationLimit}, got ${count}`
  return new StatusError(413, 'RequestEntityTooLarge', message)
}

/** The error does not say which operation failed, as in kube-apiserver. */
function carryOut(live: string, operations: readonly Operation[]): string {
  try {
    return applyOperations(live, operations)
  } catch (error) {
    if (!(error instanceof PatchFailure)) throw error
    throw new StatusError(422, 'Invalid', 'the server rejected our request due to an error in our request', {})
  }
}

function readMergePatch(text: string, isChecked: boolean): Patch {
  if (isChecked) checkObject(text, decoding)
  const first = isJson(text) ? text.trimStart()[0] : undefined
  // Without field validation even a list is accepted, and becomes the object.
  if (first === '[') return { strictErrors: [], apply: () => ({ text: text.trim() }) }
  if (first !== '{') throw badRequest('Invalid JSON Patch')
  const strictErrors = isChecked ? findDuplicateFields(text) : []
  return { strictErrors, apply: (kind, live) => ({ text: mergeTexts(textFor(kind, live), text.trim()) }) }
}

function readStrategicPatch(text: string, isChecked: boolean): Patch {
  checkObject(text, '')
  const strictErrors = isChecked ? findDuplicateFields(text) : []
  return { strictErrors, apply: (kind, live) => mergeStrategically(kind, live, text) }
}

/** The merge consumes the patch; an error message shows what is left of it. */
async function mergeStrategically(kind: ServedKind, live: Draft, text: string): Promise<Patched> {
  const patch = (JSON.parse(text) ?? {}) as Record<string, unknown>
  const merged = await kind.strategicMerge!(deepClone(live), patch)
  return { merged, shown: goFormat(patch) }
}

const decoding = 'error decoding patch: '
const unchecked = { strictErrors: [], problem: undefined }

/** Failure: a 400 unless the text is an object, or null. */
function checkObject(text: string, prefix: string): void {
  checkJson(text, prefix)
  const first = text.trimStart()[0]
  if (first !== '{' && first !== 'n') throw mismatch(text, prefix, 'map[string]interface {}')
}

/** @param prefix of error messages */
function checkJson(text: string, prefix: string): void {
  if (!isJson(text)) throw badRequest(`${prefix}${describeNotJson(text)}`)
}

function isJson(text: string): boolean {
  try {
    new JsonText(text).whole()
    return true
  } catch (error) {
    if (error instanceof NotJson) return false
    throw error
  }
}

function mismatch(text: string, prefix: string, type: string): StatusError {
  const kind = kindOf(text.trimStart().charCodeAt(0))
  return badRequest(`${prefix}json: cannot unmarshal ${kind} into Go value of type ${type}`)
}
