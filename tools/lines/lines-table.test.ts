import { expect, it } from 'vitest'
import { formatLinesTable, withLinesTable } from './lines-table.ts'

it('withLinesTable replaces the table of a page, and nothing else', () => {
  const page = `# A page\n\n- Fewer lines:\n\n  | use-case | old |\n  |---|---:|\n  | [A](b) | 1 |\n\n| other | table |\n|---|---|\n`
  const renewed = withLinesTable(page)
  const rows = formatLinesTable(true).split('\n')
  expect(renewed).toBe(
    `# A page\n\n- Fewer lines:\n\n${rows.map((row) => `  ${row}\n`).join('')}\n| other | table |\n|---|---|\n`,
  )
  expect(withLinesTable(renewed)).toBe(renewed)
})
