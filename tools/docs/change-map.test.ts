import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { anchorsOfChanges, findMissingPaths, readChangeMap } from './change-map.ts'

const root = resolve(import.meta.dirname, '../..')
const page = [
  '## Where does a change go?',
  '[a rule](#a-rule), [a tool](#a-tool)',
  '### A rule',
  'Of a queue. In `packages/queue/src`:',
  '',
  '- `queue.ts`, `contract`: the rule; `errors.ts` says: no',
  '- `nowhere.ts`: nothing',
  '',
  'For its pages, in the repository:',
  '',
  '- `docs/guides`: a page',
  '- a page without a path: `docs`',
  '### A tool',
  '- `tools/queue.ts`',
  '- `packages/NAME/src/index.ts`: an index',
  '- `packages/NAME/NAME.ts`: both names are the same',
  '## queue',
  '- `elsewhere.ts`: not part of the section',
]
const map = readChangeMap(page.join('\n'))

describe('the map of changes', () => {
  it('has the paths before the colon of each list item, below the folder that the text names', () => {
    expect(map.paths.map(({ change, path }) => `${change}: ${path}`)).toEqual([
      'A rule: packages/queue/src/queue.ts',
      'A rule: packages/queue/src/contract',
      'A rule: packages/queue/src/nowhere.ts',
      'A rule: docs/guides',
      'A tool: tools/queue.ts',
      'A tool: packages/NAME/src/index.ts',
      'A tool: packages/NAME/NAME.ts',
    ])
    expect(map.itemsWithoutPath).toEqual(['A rule: - a page without a path: `docs`'])
  })

  it('reports paths that do not exist', () => {
    expect(findMissingPaths(root, map)).toEqual([
      'A rule: packages/queue/src/nowhere.ts does not exist.',
      'A tool: tools/queue.ts does not exist.',
      'A tool: packages/NAME/NAME.ts does not exist.',
    ])
  })
})

describe('docs/concepts/inside-the-packages.md', () => {
  const own = readChangeMap(readFileSync(join(root, 'docs/concepts/inside-the-packages.md'), 'utf8'))

  it('lists existing files and folders only, at least one for each change', () => {
    expect(findMissingPaths(root, own)).toEqual([])
    expect(own.itemsWithoutPath).toEqual([])
    const listed = new Set(own.paths.map(({ change }) => change))
    expect(own.changes.filter((change) => !listed.has(change))).toEqual([])
    expect(own.changes.length).toBeGreaterThan(10)
  })

  it('links every change in its index', () => {
    expect([...own.indexed].sort()).toEqual([...anchorsOfChanges(own)].sort())
  })
})
