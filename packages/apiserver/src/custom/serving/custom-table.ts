/** The table of a custom resource for `kubectl get`: its name and the printer columns of its definition. */
import { builtInTable } from '../../built-in/table/built-in-table.ts'
import { humanDuration } from '../../built-in/table/human-duration.ts'
import type { TableColumn, TableForm } from '../../kinds/served-kind.ts'
import type { Draft } from '../../object/draft.ts'
import type { PrinterColumn } from '../definition/definition.ts'
import { compileJsonPath, type JsonPath } from '../json-path/json-path.ts'
import { JsonPathFailure } from '../json-path/path-step.ts'
import { printedText } from './printed-text.ts'

interface CustomColumn {
  readonly column: TableColumn
  readonly path: JsonPath
}

export function customTable(columns: readonly PrinterColumn[] = []): TableForm {
  const [name] = builtInTable('', '').columns as [TableColumn]
  const shown = readable(columns.length === 0 ? [ageColumn()] : columns)
  return {
    columns: [name, ...shown.map(({ column }) => column)],
    cells: (object, nowMs) => [object.metadata.name, ...shown.map((one) => cellOf(one, object, nowMs))],
  }
}

/** The table of a Scale. */
export function scaleTable(): TableForm {
  const count = (name: string, what: string, part: string): PrinterColumn => ({
    name,
    type: 'integer',
    description: `Number of ${what} replicas`,
    jsonPath: `.${part}.replicas`,
  })
  return customTable([count('Desired', 'desired', 'spec'), count('Available', 'actual', 'status'), ageColumn()])
}

function ageColumn(): PrinterColumn {
  const [, created] = builtInTable('', '').columns as [TableColumn, TableColumn]
  return { name: 'Age', type: 'date', description: created.description, jsonPath: '.metadata.creationTimestamp' }
}

/** Columns up to the first with an invalid path, as in kube-apiserver. */
function readable(columns: readonly PrinterColumn[]): readonly CustomColumn[] {
  const read: CustomColumn[] = []
  for (const { name = '', type = '', format = '', description = '', priority = 0, jsonPath = '' } of columns) {
    const path = compiled(jsonPath)
    if (path === undefined) return read
    const about =
      description === '' ? `Custom resource definition column (in JSONPath format): ${jsonPath}` : description
    read.push({ column: { name, type, format, description: about, priority }, path })
  }
  return read
}

function compiled(text: string): JsonPath | undefined {
  try {
    return compileJsonPath(text)
  } catch (error) {
    if (error instanceof JsonPathFailure) return undefined
    throw error
  }
}

function cellOf({ column, path }: CustomColumn, object: Draft, nowMs: number): unknown {
  const found = firstOf(path, object)
  if (found === undefined) return null
  return column.type === 'string' ? printedText(found) : typedCell(column.type, found, nowMs)
}

function firstOf(path: JsonPath, object: Draft): unknown {
  try {
    return path.find(object)[0]
  } catch (error) {
    if (error instanceof JsonPathFailure) return undefined
    throw error
  }
}

/** A value of another type is not shown. */
function typedCell(type: string, value: unknown, nowMs: number): unknown {
  switch (type) {
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : null
    case 'number':
      return typeof value === 'number' ? value : null
    case 'boolean':
      return typeof value === 'boolean' ? value : null
    case 'date':
      return typeof value === 'string' ? dateCell(value, nowMs) : null
    default:
      return null
  }
}

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[-+]\d\d:\d\d)$/

function dateCell(text: string, nowMs: number): string {
  if (text === '' || text === 'null') return '<unknown>'
  const ms = time.test(text) ? Date.parse(text.replace(',', '.')) : Number.NaN
  return Number.isNaN(ms) ? '<invalid>' : humanDuration(nowMs - ms)
}
