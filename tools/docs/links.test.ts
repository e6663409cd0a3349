import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { listFiles } from '../list-files.ts'
import { findBrokenLinks, relativeLinks } from './links.ts'

const root = resolve(import.meta.dirname, '../..')

it('relative links are found with their lines, outside of code', () => {
  const page = [
    '[a](a.md), [b](../b.md#part)',
    '```ts',
    '[c](c.md)',
    '```',
    '[d](https://d.dev) [e](#e)',
    '[`f`](f/) `[g](g)`',
  ]
  expect(relativeLinks(page.join('\n'))).toEqual([
    { target: 'a.md', line: 1 },
    { target: '../b.md', line: 1 },
    { target: 'f/', line: 6 },
  ])
})

it('broken links are reported', () => {
  expect(findBrokenLinks(root, 'docs/x.md', '[a](../README.md)\n[b](nowhere.md)')).toEqual([
    'docs/x.md:2 leads to nowhere.md, which does not exist.',
  ])
})

it('no Markdown page of the repository has a broken link', () => {
  const top = readdirSync(root).filter((name) => name.endsWith('.md'))
  const pages = [
    ...top,
    ...listFiles(root, ['docs', 'packages', 'apps', 'operators', 'examples', 'tools', 'bench', 'test'], /\.md$/),
  ]
  expect(pages.flatMap((path) => findBrokenLinks(root, path, readFileSync(join(root, path), 'utf8')))).toEqual([])
})
