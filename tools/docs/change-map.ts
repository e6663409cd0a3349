/**
 * The section "Where does a change go?" of a page for contributors: an index, and a heading for each change with lists of
 * "`path`: what to change there".
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from '../list-files.ts'
import { slugger } from '../site/slug.ts'

export interface ListedPath {
  /** The heading above the list. */
  readonly change: string
  /** Relative to the root of the repository. `NAME` stands for any name. */
  readonly path: string
}

export interface ChangeMap {
  /** The headings, in order. */
  readonly changes: readonly string[]
  /** The anchors to which the index links, in order. */
  readonly indexed: readonly string[]
  readonly paths: readonly ListedPath[]
  /** List items that name no path before their colon. */
  readonly itemsWithoutPath: readonly string[]
}

const title = '## Where does a change go?\n'

/** Paths are relative to the last folder in a text such as "In `packages/queue/src`:", or to the root after "in the repository". */
export function readChangeMap(markdown: string): ChangeMap {
  const [index = '', ...parts] = sectionOf(markdown).split(/^### /m)
  const lists = parts.map(readPart)
  return {
    changes: lists.map(({ change }) => change),
    indexed: [...index.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor!),
    paths: lists.flatMap(({ paths }) => paths),
    itemsWithoutPath: lists.flatMap(({ itemsWithoutPath }) => itemsWithoutPath),
  }
}

/** The anchor of each heading. */
export function anchorsOfChanges({ changes }: ChangeMap): readonly string[] {
  return changes.map(slugger())
}

export function findMissingPaths(root: string, { paths }: ChangeMap): readonly string[] {
  return paths.filter(({ path }) => !exists(root, path)).map(({ change, path }) => `${change}: ${path} does not exist.`)
}

function sectionOf(markdown: string): string {
  const start = markdown.indexOf(title)
  if (start < 0) return ''
  const [section = ''] = markdown.slice(start + title.length).split(/^## /m)
  return section
}

function readPart(part: string): Pick<ChangeMap, 'paths' | 'itemsWithoutPath'> & { readonly change: string } {
  const [change = '', ...lines] = part.split('\n')
  const paths: ListedPath[] = []
  const itemsWithoutPath: string[] = []
  let folder = ''
  for (const line of lines) {
    if (!line.startsWith('- ')) {
      folder = folderIn(line) ?? folder
      continue
    }
    const found = pathsIn(line.slice(2))
    if (found.length === 0) itemsWithoutPath.push(`${change}: ${line}`)
    for (const path of found) paths.push({ change, path: folder + path })
  }
  return { change, paths, itemsWithoutPath }
}

function folderIn(line: string): string | undefined {
  if (/\bin the repository\b/i.test(line)) return ''
  const [, folder] = /\bin `([^`]+)`/i.exec(line) ?? []
  return folder === undefined ? undefined : `${folder}/`
}

/** The code spans before the first colon. */
function pathsIn(item: string): readonly string[] {
  const [named = ''] = item.split(': ')
  return [...named.matchAll(/`([^`]+)`/g)].map(([, path]) => path!)
}

function exists(root: string, path: string): boolean {
  if (!path.includes('NAME')) return existsSync(join(root, path))
  const [first = '', ...further] = path.split('NAME').map((text) => text.replace(/[.]/g, '\\.'))
  const pattern = new RegExp(`^${first}([^/]+)${further.join('\\1')}$`)
  return listFiles(root, [path.split('/')[0]!], pattern).length > 0
}
