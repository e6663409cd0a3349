import { expect, it } from 'vitest'
import { coveragePage } from './coverage-page.ts'

const count = { covered: 3, total: 4 }
const file = { lines: count, branches: count, functions: count }
const summary = { total: file, '/repo/packages/core/src/error.ts': file }

it('coverage page names the projects and has a row per package', () => {
  const page = coveragePage({ summary, root: '/repo', projects: ['unit'], hasPassed: true })
  expect(page).toContain('npm run coverage -- --project unit --write docs/coverage.md')
  expect(page.split('\n').slice(-4)).toEqual([
    '|---|---:|---:|---:|',
    '| packages/core | 75.0 % | 75.0 % | 75.0 % |',
    '| total | 75.0 % | 75.0 % | 75.0 % |',
    '',
  ])
})

it('coverage page says what is missing', () => {
  const pageOf = (projects: readonly string[], hasPassed: boolean) =>
    coveragePage({ summary, root: '/repo', projects, hasPassed })
  expect(pageOf(['unit', 'integration'], true)).not.toMatch(/not run|failed/)
  expect(pageOf(['unit'], true)).toContain('The integration tests were not run')
  expect(pageOf(['unit', 'integration'], false)).toContain('At least one test failed or took too long')
})
