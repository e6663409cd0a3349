/** JSON patches produced by admission, applied as those of clients are. */
import { isJsonObject, type JsonObject, type JsonValue } from '@kubewright/core/json'
import { goJson } from '../../go/go-json.ts'
import { kindOf } from '../../codec/json-text.ts'
import { describeNotJson } from '../../codec/not-json.ts'
import { applyOperations, type Operation } from '../../json-patch/json-patch.ts'
import { LazyJson } from '../../json-patch/lazy-json.ts'
import { PatchFailure } from '../../json-patch/patch-failure.ts'

export type PatchOperation = Readonly<Record<string, JsonValue>>

/** Failure: throws an error in Go's wording if the text is not a patch. */
export function parsePatch(text: string): readonly PatchOperation[] {
  const value = parseJson(text)
  if (value === null) return []
  if (!Array.isArray(value)) throw unmarshal(value, 'jsonpatch.Patch')
  return (value as readonly JsonValue[]).map((operation) => {
    if (operation !== null && !isJsonObject(operation)) throw unmarshal(operation, 'jsonpatch.Operation')
    return (operation ?? {}) as PatchOperation
  })
}

function parseJson(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    throw new Error(describeNotJson(text))
  }
}

function unmarshal(value: JsonValue, type: string): Error {
  return new Error(
    `json: cannot unmarshal ${kindOf(JSON.stringify(value).charCodeAt(0))} into Go value of type ${type}`,
  )
}

/** How many operations a patch may have. */
const operationLimit = 10_000

/** Returns the patched document; the input stays unchanged. Failure: throws `PatchFailure`. */
export function applyPatch(document: JsonObject, operations: readonly PatchOperation[]): JsonValue {
  if (operations.length > operationLimit) throw new PatchFailure(`more than ${operationLimit} operations`)
  return JSON.parse(applyOperations(goJson(document), operations.map(toOperation))) as JsonValue
}

function toOperation(written: PatchOperation): Operation {
  const { op, path, from, value } = written
  return {
    op: textOf(op) ?? 'unknown',
    path: textOf(path),
    from: textOf(from),
    value: value === undefined ? undefined : new LazyJson(goJson(value)),
  }
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}
