/** The selectable fields of a custom kind. */
import type { Draft } from '../../object/draft.ts'
import type { SelectableField } from '../definition/definition.ts'
import { compileJsonPath } from '../json-path/json-path.ts'
import { printedText } from './printed-text.ts'

/** @param read converts a stored object for evaluation */
export function selectableFields(
  fields: readonly SelectableField[] | undefined,
  read: (stored: Draft) => Draft,
): ReadonlyMap<string, (stored: Draft) => string> {
  return new Map((fields ?? []).map(({ jsonPath = '' }) => [jsonPath.replace(/^\./, ''), reader(jsonPath, read)]))
}

function reader(jsonPath: string, read: (stored: Draft) => Draft): (stored: Draft) => string {
  const path = compileJsonPath(jsonPath)
  return (stored) => {
    const [value] = path.find(read(stored))
    return value === undefined || value === null ? '' : printedText(value)
  }
}
