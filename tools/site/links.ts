/** Resolves a link of a page within the site, or reports why it is broken. */
import { posix } from 'node:path'
import type { Page } from './site-pages.ts'

export interface SiteMap {
  readonly pages: ReadonlyMap<string, Page>
  /** The anchors of each page, by its path in the repository. */
  readonly anchors: ReadonlyMap<string, ReadonlySet<string>>
  /** Whether the file or folder exists in the repository. */
  readonly exists: (path: string) => boolean
  /** The base URL of files that are not pages: `https://…/blob/main`. */
  readonly sources: string
}

export type Resolved = { readonly href: string } | { readonly problem: string }

/** @param from path of the page with the link */
export function resolveLink(href: string, from: string, map: SiteMap): Resolved {
  if (/^[a-z]+:/i.test(href)) return { href }
  const [target = '', anchor] = href.split('#', 2)
  const path = target === '' ? from : posix.normalize(posix.join(posix.dirname(from), decodeURI(target)))
  if (path.startsWith('..')) return { problem: `${href} leads out of the repository` }
  const page = map.pages.get(path) ?? map.pages.get(posix.join(path, 'README.md'))
  if (page !== undefined) return toPage(page, anchor, from, map)
  const trimmed = path.replace(/\/$/, '')
  return map.exists(trimmed) ? { href: `${map.sources}/${trimmed}` } : { problem: `there is no ${path}` }
}

function toPage(page: Page, anchor: string | undefined, from: string, { anchors }: SiteMap): Resolved {
  if (anchor !== undefined && !anchors.get(page.path)?.has(anchor)) {
    return { problem: `${page.path} has no heading #${anchor}` }
  }
  const href = posix.relative(posix.dirname(from), page.url) || posix.basename(page.url)
  return { href: anchor === undefined ? href : `${href}#${anchor}` }
}
