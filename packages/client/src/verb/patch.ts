/** The patch types, and whether a patch may be retried. */
import { isJsonObject, type JsonPatch, type JsonPatchOperation } from '@kubewright/core/json'
import type { Repeat } from '../call/repeat.ts'
import { checkChoice } from './check-options.ts'
import type { ResourceOperation } from './locate.ts'
import type { WriteOptions } from './options.ts'
import { wrongObject } from './payload.ts'

/**
 * A merge patch (RFC 7386) of `T`: any part of it; `null` removes a member; lists are replaced as a whole.
 */
export type MergePatch<T> = T extends readonly (infer Item)[]
  ? readonly Item[]
  : T extends object
    ? { readonly [Key in keyof T]?: MergePatch<T[Key]> | null | undefined }
    : T

/** An apply configuration of `T`: any part of it, with lists as a whole. Omitted fields are left alone. */
export type AppliedPart<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [Key in keyof T]?: AppliedPart<T[Key]> | undefined }
    : T

/**
 * A strategic merge patch of `T`, for built-in kinds: any part of it; lists with a merge key are merged item by item;
 * members that start with `$`, such as `$patch`, are directives.
 */
export type StrategicPatch<T> = T extends readonly (infer Item)[]
  ? readonly StrategicPatch<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]?: StrategicPatch<T[Key]> | null | undefined } & Directives
    : T

/** Directives of a strategic merge patch, such as `$patch` and `$retainKeys`. */
interface Directives {
  readonly [directive: `$${string}`]: unknown
}

/** The media type of each patch type. */
const contentTypes = {
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
} as const

/** `apply` is a separate verb. */
export type PatchType = Exclude<keyof typeof contentTypes, 'apply'>

/** The options of a patch. A list is a JSON Patch by default. */
export interface PatchOptions<Type extends PatchType = PatchType> extends WriteOptions {
  /** @default 'merge', or 'json' for a list of operations */
  readonly type?: Type | undefined
}

export function patchContentType(type: keyof typeof contentTypes): string {
  return contentTypes[type]
}

/** Failure: `KW_CLIENT_OBJECT` for a patch that does not match its type; `KW_CLIENT_OPTION` for an unknown type. */
export function assertPatch(type: PatchType, patch: object, operation: ResourceOperation): void {
  checkChoice('type', type, ['merge', 'json', 'strategic'], operation)
  const isList = Array.isArray(patch)
  if (type === 'json' ? isList && patch.every(isJsonObject) : !isList) return
  const why = `a patch of type ${type} is ${type === 'json' ? 'a list of operations' : 'an object, not a list'}`
  throw wrongObject(operation, why, 'Leave the type out: a list is a JSON Patch, an object a merge patch.')
}

/** A list of operations is a JSON Patch, anything else a merge patch, unless the caller sets the type. */
export function patchTypeOf(patch: unknown, type: PatchType | undefined): PatchType {
  return type ?? (Array.isArray(patch) ? 'json' : 'merge')
}

/**
 * Merge patches are declarative, so repeating one changes nothing. A JSON Patch is imperative and may add an item twice, unless it first
 * tests the resourceVersion.
 */
export function patchRepeat(type: PatchType, patch: unknown): Repeat {
  if (type !== 'json') return 'idempotent'
  return (patch as JsonPatch).some(testsVersion) ? 'idempotent' : 'unprocessed'
}

function testsVersion({ op, path }: JsonPatchOperation): boolean {
  return op === 'test' && path === '/metadata/resourceVersion'
}
