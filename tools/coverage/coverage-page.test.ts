import { expect, it } from 'vitest'
import { coveragePage } from './coverage-page.ts'

it('coverage page names the projects and has a row per package', () => {
  const count = { covered: 3, total: 4 }
  const file = { lines: count, branches: count, functions: count }
  const summary = { total: file, '/repo/packages/core/src/error.ts': file }
  const page = coveragePage({ summary, root: '/repo', projects: ['unit'] })
  expect(page).toContain('npm run coverage -- --project unit --write docs/coverage.md')
  expect(page.split('\n').slice(-4)).toEqual([
    '|---|---:|---:|---:|',
    '| packages/core | 75.0 % | 75.0 % | 75.0 % |',
    '| total | 75.0 % | 75.0 % | 75.0 % |',
    '',
  ])
})
