import { expect, it } from 'vitest'
import { coverageTable } from './coverage-table.ts'

const file = (covered: number, total: number) => {
  const count = { covered, total }
  return { lines: count, branches: count, functions: { covered: 0, total: 0 } }
}

it('coverage table has a row per package, and the total', () => {
  const summary = {
    total: file(9, 12),
    '/repo/packages/queue/src/fifo.ts': file(4, 4),
    '/repo/packages/core/src/json/json.ts': file(2, 4),
    '/repo/packages/core/src/error.ts': file(3, 4),
  }
  expect(coverageTable(summary, '/repo').split('\n')).toEqual([
    '                                lines   branches  functions',
    'packages/core                  62.5 %     62.5 %          -',
    'packages/queue                100.0 %    100.0 %          -',
    'total                          75.0 %     75.0 %          -',
  ])
})
