/** The page that lists the public names of all packages. */
import type { ApiLinks, ApiPage } from './api-page.ts'
import type { DeclarationKey } from './declaration-reader.ts'

export interface IndexedPage extends ApiPage {
  /** Its file name: `client.md`. */
  readonly file: string
}

interface Row {
  readonly name: string
  readonly key: DeclarationKey
  /** The package that declares it. */
  readonly package: string
  readonly paths: string[]
}

export function formatApiIndex(pages: readonly IndexedPage[], links: ApiLinks): string {
  const packages = pages.map(({ file, name, description }) => `| [${name}](${file}) | ${description} |`)
  const lines = [
    '<!-- Made by `npm run generate` from the sources; edits are lost. -->',
    '# API reference',
    '',
    '| Package | What it does |',
    '|---|---|',
    ...packages,
    '',
    '## Import paths',
    '',
    'The index of a package has its common names. Each sub-path has the other names of one concept.',
    '',
    ...pages.flatMap((page) => pathsOf(page, links)),
    '',
    '## All names',
    '',
    'Each path that starts with `@kubewright/` of the packages in [kubewright](kubewright.md) also starts with `kubewright/`:',
    '`kubewright/client/verbs` has what `@kubewright/client/verbs` has. `kubewright` itself has the most common names.',
    '',
    '| Name | Package | Import path |',
    '|---|---|---|',
    ...rowsOf(pages).map(({ name, key, package: from, paths }) => {
      const target = links.toName(key)
      const linked = target === undefined ? `\`${name}\`` : `[\`${name}\`](${target})`
      return `| ${linked} | ${from} | ${paths.map((path) => `\`${path}\``).join(', ')} |`
    }),
  ]
  return `${lines.join('\n')}\n`
}

/** The sub-paths with names of their own; those that re-export another package are on its page. */
function pathsOf({ name, file, entries }: IndexedPage, links: Pick<ApiLinks, 'toEntry'>): string[] {
  const below = entries.filter(({ specifier, names }) => specifier !== name && names.length > 0)
  if (below.length === 0) return []
  const linked = below.map(({ specifier }) => `[\`/${specifier.slice(name.length + 1)}\`](${links.toEntry(specifier)})`)
  return [`- [${name}](${file}): ${linked.join(', ')}`]
}

function rowsOf(pages: readonly IndexedPage[]): readonly Row[] {
  const rows = new Map<string, Row>()
  for (const { entries, name: packageName } of pages) {
    for (const { specifier, names } of entries) {
      for (const { name, key, from } of names) {
        if (key === undefined) continue
        const id = `${name} ${key}`
        const row = rows.get(id) ?? { name, key, package: ownerOf(from, packageName), paths: [] }
        row.paths.push(specifier)
        rows.set(id, row)
      }
    }
  }
  return [...rows.values()].sort((left, right) => compare(left, right))
}

/** `@kubewright/kubernetes/apps/v1` is part of `@kubewright/kubernetes`. */
function ownerOf(from: string, packageName: string): string {
  return from.endsWith('.ts') ? packageName : from.split('/').slice(0, 2).join('/')
}

function compare(left: Row, right: Row): number {
  const [one, two] = [left.name.toLowerCase(), right.name.toLowerCase()]
  if (one !== two) return one < two ? -1 : 1
  const [first, second] = [`${left.name} ${left.package} ${left.key}`, `${right.name} ${right.package} ${right.key}`]
  return first < second ? -1 : 1
}
