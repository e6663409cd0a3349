/** The reference page of a package. Reviewers also read it to see how the public API changes. */
import { posix } from 'node:path'
import type { ApiName } from './api-entry.ts'

export interface ApiEntry {
  /** The import specifier: `@kubewright/core/testing`. */
  readonly specifier: string
  readonly names: readonly ApiName[]
}

export interface ApiPage {
  readonly name: string
  readonly description: string
  readonly entries: readonly ApiEntry[]
}

/** The folder of the pages, for links to other folders. */
export const apiFolder = 'docs/reference/api'

export function formatApiPage({ name, description, entries }: ApiPage): string {
  const lines = [
    '<!-- Made by `npm run generate` from the sources; edits are lost. -->',
    `# ${name}`,
    '',
    description,
    '',
    ...entries.flatMap(formatEntry),
  ]
  return `${lines.join('\n').trimEnd()}\n`
}

function formatEntry({ specifier, names }: ApiEntry): string[] {
  const written = names.filter((each) => kindOf(each) === 'written')
  const generated = names.filter((each) => kindOf(each) === 'generated')
  const passedOn = names.filter((each) => kindOf(each) === 'passed on')
  return [
    `## \`${specifier}\``,
    '',
    ...written.flatMap(formatName),
    ...(passedOn.length > 0 ? [...passedOn.map(formatPassedOn), ''] : []),
    ...(generated.length > 0 ? [...generated.map(formatGenerated), ''] : []),
  ]
}

function kindOf({ from }: ApiName): 'written' | 'generated' | 'passed on' {
  if (!from.endsWith('.ts')) return 'passed on'
  return from.includes('/generated/') ? 'generated' : 'written'
}

function formatName({ name, from, signature, sentence, hasExample }: ApiName): string[] {
  const source = `[source](${posix.relative(apiFolder, from)})`
  const about = `${sentence} (${source}${hasExample ? ', with an example' : ''})`.trim()
  return [`### \`${name}\``, '', about, '', '```ts', signature, '```', '']
}

function formatPassedOn({ name, from }: ApiName): string {
  // `@kubewright/kubernetes/apps/v1` is on the page of `@kubewright/kubernetes`.
  return `- \`${name}\` from [${from}](${from.split('/')[1] ?? from}.md)`
}

/** Generated declarations are similar and many: their names are listed, and their generator is what gets reviewed. */
function formatGenerated({ name, sentence }: ApiName): string {
  return sentence === '' ? `- \`${name}\`` : `- \`${name}\`: ${sentence}`
}
