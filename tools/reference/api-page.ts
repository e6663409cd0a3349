/** The reference page of a package. Reviewers also read it to see how the public API changes. */
import { posix } from 'node:path'
import { slugger } from '../site/slug.ts'
import { type ApiName, firstSentence, isGenerated } from './api-entry.ts'
import type { DeclarationKey } from './declaration-reader.ts'

export interface ApiEntry {
  /** The import specifier: `@kubewright/core/testing`. */
  readonly specifier: string
  readonly names: readonly ApiName[]
  /** The specifiers whose names it re-exports as a whole. */
  readonly everythingOf: readonly string[]
}

export interface ApiPage {
  readonly name: string
  readonly description: string
  readonly entries: readonly ApiEntry[]
  /** Declarations that no entry exports and that exported ones refer to. */
  readonly referred: readonly ApiName[]
}

/** Finds the entries of declarations and import paths, as link targets. */
export interface ApiLinks {
  toName(key: DeclarationKey): string | undefined
  toEntry(specifier: string): string | undefined
}

/** The folder of the pages, for links to other folders. */
export const apiFolder = 'docs/reference/api'

const referredHeading = 'Types they refer to'

export interface ApiAnchors {
  readonly names: ReadonlyMap<DeclarationKey, string>
  readonly entries: ReadonlyMap<string, string>
}

/** The anchors of a page. A generated name has the anchor of its import path. */
export function anchorsOfPage(page: ApiPage): ApiAnchors {
  const slugOf = slugger()
  const names = new Map<DeclarationKey, string>()
  const entries = new Map<string, string>()
  slugOf(page.name)
  for (const { specifier, names: exported } of entriesWithNames(page)) {
    const anchor = slugOf(specifier)
    entries.set(specifier, anchor)
    for (const each of exported.filter(isWritten)) {
      if (!names.has(each.key!)) names.set(each.key!, slugOf(each.name))
    }
    for (const { key, from } of exported) if (isGenerated(from) && !names.has(key!)) names.set(key!, anchor)
  }
  slugOf(referredHeading)
  for (const { key, name } of page.referred) names.set(key!, slugOf(name))
  return { names, entries }
}

export function formatApiPage(page: ApiPage, links: ApiLinks): string {
  const written = new Set<DeclarationKey>()
  const lines = [
    '<!-- Made by `npm run generate` from the sources; edits are lost. -->',
    `# ${page.name}`,
    '',
    page.description,
    '',
    ...formatPaths(page, links),
    ...entriesWithNames(page).flatMap((entry) => formatEntry(entry, links, written)),
    ...formatReferred(page.referred, links),
  ]
  return `${lines.join('\n').trimEnd()}\n`
}

function entriesWithNames({ entries }: ApiPage): readonly ApiEntry[] {
  return entries.filter(({ names }) => names.length > 0)
}

/** The import paths: those with names of their own, and those that re-export another. */
function formatPaths({ entries }: ApiPage, links: ApiLinks): string[] {
  const own = entries.filter(({ names }) => names.length > 0)
  const passing = entries.filter(({ names }) => names.length === 0)
  const linked = own.map(({ specifier }) => `[\`${specifier}\`](${links.toEntry(specifier)})`).join(', ')
  return [
    ...(own.length > 1 ? [`Import paths: ${linked}.`, ''] : []),
    ...(passing.length > 0 ? ['| Import path | Everything of |', '|---|---|', ...passing.map(formatPassing), ''] : []),
  ]

  function formatPassing({ specifier, everythingOf }: ApiEntry): string {
    const targets = everythingOf.map((each) => linkOr(`\`${each}\``, links.toEntry(each)))
    return `| \`${specifier}\` | ${targets.join(', ')} |`
  }
}

function formatEntry({ specifier, names }: ApiEntry, links: ApiLinks, written: Set<DeclarationKey>): string[] {
  const own = names.filter((each) => isWritten(each) && !written.has(each.key!))
  const above = names.filter((each) => isWritten(each) && written.has(each.key!))
  const generated = names.filter(({ from }) => isGenerated(from))
  const passedOn = names.filter(({ from }) => !from.endsWith('.ts'))
  for (const { key } of own) written.add(key!)
  const list = [
    ...passedOn.map((each) => formatPassedOn(each, links)),
    ...above.map((each) => formatAbove(each, links)),
  ]
  return [
    `## \`${specifier}\``,
    '',
    ...own.flatMap((each) => formatName(each, links)),
    ...(list.length > 0 ? [...list, ''] : []),
    ...(generated.length > 0 ? [...generated.map(formatGenerated), ''] : []),
  ]
}

function isWritten({ from, key }: ApiName): boolean {
  return from.endsWith('.ts') && !isGenerated(from) && key !== undefined
}

function formatReferred(referred: readonly ApiName[], links: ApiLinks): string[] {
  if (referred.length === 0) return []
  return [
    `## ${referredHeading}`,
    '',
    'No import path exports these. Write them as literals, or let TypeScript infer them.',
    '',
    ...referred.flatMap((each) => formatName(each, links)),
  ]
}

function formatName(each: ApiName, links: ApiLinks): string[] {
  const { name, from, text, signature, parameters, examples } = each
  const source = `[Source](${posix.relative(apiFolder, from)}).`
  return [
    `### \`${name}\``,
    '',
    ...(text === '' ? [] : [text, '']),
    '```ts',
    signature,
    '```',
    '',
    ...(parameters.length > 0 ? [...parameters.map((line) => `- ${line}`), ''] : []),
    ...formatInherited(each, links),
    [source, ...formatRefersTo(each, links)].join(' '),
    '',
    ...examples.flatMap((example) => ['Example:', '', example.replace(/^```ts .*$/gm, '```ts'), '']),
  ]
}

function formatInherited({ inherits }: ApiName, links: ApiLinks): string[] {
  return inherits.flatMap(({ from, members }) => {
    const parent = linkOr(`\`${from.slice(from.lastIndexOf('#') + 1)}\``, links.toName(from))
    return [`Inherited from ${parent}: ${members.map((member) => `\`${member}\``).join(', ')}.`, '']
  })
}

function formatRefersTo({ refersTo }: ApiName, links: ApiLinks): string[] {
  const linked = refersTo.flatMap((key) => {
    const target = links.toName(key)
    return target === undefined ? [] : [`[\`${key.slice(key.lastIndexOf('#') + 1)}\`](${target})`]
  })
  return linked.length === 0 ? [] : [`Refers to ${linked.join(', ')}.`]
}

function formatPassedOn({ name, from, key }: ApiName, links: ApiLinks): string {
  return `- ${linkOr(`\`${name}\``, key && links.toName(key))} of ${linkOr(from, links.toEntry(from))}`
}

function formatAbove({ name, key }: ApiName, links: ApiLinks): string {
  return `- ${linkOr(`\`${name}\``, links.toName(key!))}, described above`
}

function linkOr(text: string, target: string | undefined): string {
  return target === undefined ? text : `[${text}](${target})`
}

/** Generated declarations are similar and many: their names are listed, and their generator is what gets reviewed. */
function formatGenerated({ name, text }: ApiName): string {
  const sentence = firstSentence(text)
  return sentence === '' ? `- \`${name}\`` : `- \`${name}\`: ${sentence}`
}
