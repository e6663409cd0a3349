/** The tables of built-in kinds: columns as the server describes them, cells from the kind's behavior. */
import type { TableColumn, TableForm } from '../../kinds/served-kind.ts'
import type { Draft } from '../../object/draft.ts'
import { withoutNulls } from '../null-fields.ts'
import { columnLines, sharedDescriptions } from './column-lines.ts'

/** @param cells the cells of the kind; without them, the table has name and creation time */
export function builtInTable(
  apiVersion: string,
  kind: string,
  cells?: TableForm['cells'],
  order?: TableForm['order'],
): TableForm {
  const columns = readColumns().get(`${apiVersion.includes('/') ? '' : '/'}${apiVersion}:${kind}`)
  return columns === undefined || cells === undefined
    ? plainTable()
    : { columns, cells: (object, nowMs) => cells(withoutNulls(object), nowMs), ...(order ? { order } : {}) }
}

let plain: TableForm | undefined

/** The default table: name and creation time. */
function plainTable(): TableForm {
  const [name] = readColumns().get('/v1:ConfigMap')!
  const created: TableColumn = {
    name: 'Created At',
    type: 'date',
    format: '',
    description: readDescriptions().get('age')!,
    priority: 0,
  }
  return (plain ??= {
    isCommon: true,
    columns: [name!, created],
    cells: ({ metadata }: Draft) => [metadata.name, metadata.creationTimestamp ?? '0001-01-01T00:00:00Z'],
  })
}

let known: ReadonlyMap<string, readonly TableColumn[]> | undefined

/** By group, version and kind: `apps/v1:Deployment`, `/v1:Pod`. Parsed on first use. */
function readColumns(): ReadonlyMap<string, readonly TableColumn[]> {
  known ??= new Map(
    columnLines
      .split('# ')
      .slice(1)
      .flatMap((section) => {
        const [kinds, ...lines] = section.trim().split('\n')
        const columns = lines.map(readColumn)
        return kinds!.split(' ').map((kind) => [kind, columns] as const)
      }),
  )
  return known
}

function readColumn(line: string): TableColumn {
  const [name, form, ...rest] = line.split(' | ')
  const [type, format, priority] = form!.split(' ')
  const text = rest.join(' | ')
  const description = text.startsWith('@') ? readDescriptions().get(text.slice(1))! : unescapeLines(text)
  return {
    name: name!,
    type: type!,
    format: format === '-' ? '' : format!,
    description,
    priority: Number(priority),
  }
}

let descriptions: ReadonlyMap<string, string> | undefined

function readDescriptions(): ReadonlyMap<string, string> {
  descriptions ??= new Map(
    sharedDescriptions
      .trim()
      .split('\n')
      .map((line) => {
        const at = line.indexOf(': ')
        return [line.slice(0, at), unescapeLines(line.slice(at + 2))] as const
      }),
  )
  return descriptions
}

const unescapeLines = (text: string) => text.replaceAll('\\n', '\n')
