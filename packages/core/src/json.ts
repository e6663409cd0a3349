/** JSON values: compare, copy, freeze, diff and patch. */
export { deepClone } from './json/deep-clone.ts'
export { deepEqual } from './json/deep-equal.ts'
export { deepFreeze } from './json/deep-freeze.ts'
export type { AlreadyReadonly, DeepReadonly } from './json/deep-readonly.ts'
export { diffJson } from './json/json-diff.ts'
export { type JsonPatch, type JsonPatchOperation, parseJsonPatch } from './json/json-patch-operation.ts'
export { applyJsonPatch, type JsonPatchOptions } from './json/json-patch.ts'
export { formatJsonPointer, parseJsonPointer } from './json/json-pointer.ts'
export {
  getOwn,
  isJsonObject,
  type JsonArray,
  type JsonLike,
  type JsonObject,
  type JsonValue,
  setOwn,
} from './json/json.ts'
export { applyMergePatch, diffMergePatch } from './json/merge-patch.ts'
