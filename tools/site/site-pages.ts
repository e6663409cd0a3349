/** The files of the repository that are pages of the site, and their place in it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

export interface Page {
  /** In the repository: `docs/guides/finalizers.md`. */
  readonly path: string
  /** In the site: `docs/guides/finalizers.html`. */
  readonly url: string
  readonly section: Section
  readonly title: string
  readonly source: string
}

export const sections = ['Start', 'Guides', 'Concepts', 'Examples', 'Packages', 'Reference', 'Decisions'] as const
export type Section = (typeof sections)[number]

const rules: readonly { readonly pattern: RegExp; readonly section: Section }[] = [
  { pattern: /^(README|ARCHITECTURE|PRINCIPLES|CONTRIBUTING|SECURITY)\.md$/, section: 'Start' },
  { pattern: /^docs\/README\.md$|^bench\/README\.md$/, section: 'Start' },
  { pattern: /^docs\/guides\/[^/]+\.md$/, section: 'Guides' },
  { pattern: /^docs\/concepts\/[^/]+\.md$/, section: 'Concepts' },
  { pattern: /^(examples|operators)\/[^/]+\/README\.md$/, section: 'Examples' },
  { pattern: /^(packages|apps)\/[^/]+\/README\.md$/, section: 'Packages' },
  { pattern: /^docs\/reference\/.+\.md$/, section: 'Reference' },
  { pattern: /^docs\/decisions\/[^/]+\.md$/, section: 'Decisions' },
]

export function findPages(root: string): readonly Page[] {
  return markdownIn(root, '')
    .flatMap((path) => {
      const rule = rules.find(({ pattern }) => pattern.test(path))
      return rule === undefined ? [] : [pageOf(root, path, rule.section)]
    })
    .sort((one, two) => orderOf(one) - orderOf(two) || compare(one.path, two.path))
}

function pageOf(root: string, path: string, section: Section): Page {
  const source = readFileSync(join(root, path), 'utf8')
  const title = /^# (.+)$/m.exec(source)?.[1]?.replaceAll('`', '') ?? path
  return { path, url: urlOf(path), section, title, source }
}

/** A README is the index of its folder. */
export function urlOf(path: string): string {
  return path.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html')
}

function orderOf({ path, section }: Page): number {
  return sections.indexOf(section) * 2 + (path.endsWith('README.md') && !path.includes('/') ? 0 : 1)
}

function compare(one: string, two: string): number {
  return one < two ? -1 : one > two ? 1 : 0
}

const skipped = new Set(['node_modules', 'dist', 'test', 'tools'])

function markdownIn(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) return skipped.has(entry.name) || entry.name.startsWith('.') ? [] : markdownIn(root, path)
    return entry.name.endsWith('.md') ? [path] : []
  })
}
