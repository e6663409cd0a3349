/** Builds the whole site into a folder, or reports broken links. See decision 0160. */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { layOut } from './layout.ts'
import { resolveLink, type SiteMap } from './links.ts'
import { anchorsOf, renderMarkdown } from './render-page.ts'
import { searchIndex } from './search-index.ts'
import { findPages, type Page } from './site-pages.ts'

export interface BuiltSite {
  readonly pages: number
  /** `docs/guides/x.md: there is no docs/guides/y.md` */
  readonly problems: readonly string[]
}

export function buildSite(root: string, target: string): BuiltSite {
  const pages = findPages(root)
  const map = siteMap(root, pages)
  const problems: string[] = []
  rmSync(target, { recursive: true, force: true })
  for (const page of pages) {
    const rendered = renderMarkdown(page.source, (href) => {
      const resolved = resolveLink(href, page.path, map)
      if ('href' in resolved) return resolved.href
      problems.push(`${page.path}: ${resolved.problem}`)
      return '#'
    })
    write(join(target, page.url), layOut(page, rendered, pages))
  }
  write(join(target, 'search-index.js'), `globalThis.searchIndex = ${JSON.stringify(searchIndex(pages))}`)
  cpSync(join(import.meta.dirname, 'assets'), target, { recursive: true })
  const pictures = 'docs/guides/pictures'
  if (existsSync(join(root, pictures))) cpSync(join(root, pictures), join(target, pictures), { recursive: true })
  return { pages: pages.length, problems }
}

function siteMap(root: string, pages: readonly Page[]): SiteMap {
  const { repository } = JSON.parse(readFileSync(join(root, 'packages/core/package.json'), 'utf8')) as {
    repository: { url: string }
  }
  return {
    pages: new Map(pages.map((page) => [page.path, page])),
    anchors: new Map(pages.map(({ path, source }) => [path, anchorsOf(source)])),
    exists: (path) => existsSync(join(root, path)),
    sources: `${repository.url.replace(/^git\+|\.git$/g, '')}/blob/main`,
  }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
