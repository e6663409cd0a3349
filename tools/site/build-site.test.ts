import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildSite } from './build-site.ts'
import { slugger } from './slug.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kubewright-site-'))
  put('packages/core/package.json', '{"repository":{"url":"git+https://example.dev/kw.git"}}')
  put('packages/core/src/error.ts', '')
})
afterEach(() => rmSync(root, { recursive: true }))

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

it('site: links between pages, to headings, folders and sources are resolved', () => {
  put('README.md', '# Home\n[guide](docs/guides/one.md#the-end) [core](packages/core)\n')
  put('packages/core/README.md', '# core\n[source](src/error.ts) [out](https://example.dev)\n')
  put('docs/guides/one.md', '# One\n## The end\n[home](../../README.md) [here](#the-end)\n```ts\nconst a = 1\n```\n')
  expect(buildSite(root, join(root, 'dist/site'))).toEqual({ pages: 3, problems: [] })
  const read = (url: string) => readFileSync(join(root, 'dist/site', url), 'utf8')
  expect(read('index.html')).toContain('href="docs/guides/one.html#the-end"')
  expect(read('index.html')).toContain('href="packages/core/index.html"')
  expect(read('packages/core/index.html')).toContain(
    'href="https://example.dev/kw/blob/main/packages/core/src/error.ts"',
  )
  expect(read('docs/guides/one.html')).toContain('href="../../index.html"')
  expect(read('docs/guides/one.html')).toContain('<span class="hljs-keyword">const</span>')
  expect(JSON.parse(read('search-index.js').replace('globalThis.searchIndex = ', ''))).toContainEqual(
    expect.objectContaining({ heading: 'The end', url: 'docs/guides/one.html#the-end' }),
  )
})

it('site: broken links are reported', () => {
  put('README.md', '# Home\n[a](docs/guides/none.md) [b](docs/guides/one.md#none) [c](../x.md)\n')
  put('docs/guides/one.md', '# One\n')
  expect(buildSite(root, join(root, 'dist/site')).problems).toEqual([
    'README.md: there is no docs/guides/none.md',
    'README.md: docs/guides/one.md has no heading #none',
    'README.md: ../x.md leads out of the repository',
  ])
})

it('site: headings have the anchors of GitHub', () => {
  const nameOf = slugger()
  expect(['Add to it', '`ctx.own` and *you*', 'Add to it', '1.5 MiB, at most'].map(nameOf)).toEqual([
    'add-to-it',
    'ctxown-and-you',
    'add-to-it-1',
    '15-mib-at-most',
  ])
})
