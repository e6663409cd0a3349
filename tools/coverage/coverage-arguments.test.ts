import { expect, it } from 'vitest'
import { coverageArguments } from './coverage-arguments.ts'

it.each([
  {
    name: 'all projects if none is named',
    given: [],
    page: undefined,
    projects: ['unit', 'docs', 'integration'],
    rest: [],
  },
  {
    name: 'the named projects',
    given: ['--project', 'unit', '--project', 'docs'],
    page: undefined,
    projects: ['unit', 'docs'],
    rest: [],
  },
  {
    name: 'a page, and arguments of Vitest',
    given: ['--maxWorkers', '1', '--write', 'docs/coverage.md', '--project', 'unit'],
    page: 'docs/coverage.md',
    projects: ['unit'],
    rest: ['--maxWorkers', '1'],
  },
])('coverage arguments hold $name', ({ given, page, projects, rest }) => {
  expect(coverageArguments(given)).toEqual({ page, projects, rest })
})
