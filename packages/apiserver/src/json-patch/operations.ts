/** Parses the body of a JSON patch; strict errors are reported separately from fatal ones. */
import { findDuplicateFields } from '../codec/duplicate-fields.ts'
import type { GoField, ListType, StructType } from '../go/go-type.ts'
import { decodeJson } from '../codec/json-decoder.ts'
import { LazyJson } from './lazy-json.ts'
import type { Operation } from './json-patch.ts'

/** The Go struct of an operation, under the name that messages use. */
const operationType: StructType = {
  kind: 'struct',
  name: 'handlers.jsonPatchOp',
  localName: 'jsonPatchOp',
  get members() {
    return members
  },
}

const scalar = { kind: 'string', name: 'string' } as const
const members = membersOf(['op', 'path', 'from', 'value'])
const patchType: ListType = { kind: 'list', name: '[]handlers.jsonPatchOp', item: operationType, isMessage: false }

function membersOf(names: readonly string[]): StructType['members'] {
  const fields = names.map((name): GoField => {
    const type = name === 'value' ? ({ kind: 'raw', name: 'interface {}' } as const) : scalar
    return { name, type, isPointer: false, omitsEmpty: false, owner: operationType, via: [] }
  })
  return { fields, byName: new Map(fields.map((field) => [field.name, field])), byNumber: new Map() }
}

export interface CheckedOperations {
  readonly strictErrors: readonly string[]
  /** Why the body is not a patch, in Go's words. */
  readonly problem: string | undefined
}

/**
 * Returns the strict errors of a patch, and the problem that makes it invalid.
 *
 * Failure: throws `NotJson`.
 */
export function checkOperations(text: string): CheckedOperations {
  const { strictErrors, problem } = decodeJson(text, patchType)
  const everything = new Set([...strictErrors, ...(problem === undefined ? findDuplicateFields(text) : [])])
  return { strictErrors: [...everything].map((error) => `json patch ${error}`), problem }
}

/** `undefined` if the text is not a list of objects. The text must be JSON. */
export function readOperations(text: string): readonly Operation[] | undefined {
  const patch = new LazyJson(text.trim())
  if (patch.isNull) return []
  const operations = patch.items()?.map((item) => (item === undefined ? new Map() : item.members()))
  if (operations === undefined || operations.includes(undefined)) return undefined
  return operations.map((one) => toOperation(one!))
}

function toOperation(written: ReadonlyMap<string, LazyJson | undefined>): Operation {
  const textOf = (name: string) => {
    const value = written.get(name)?.toString()
    return value?.startsWith('"') ? (JSON.parse(value) as string) : undefined
  }
  const value = written.has('value') ? (written.get('value') ?? new LazyJson('null')) : undefined
  return { op: textOf('op') ?? 'unknown', path: textOf('path'), from: textOf('from'), value }
}
