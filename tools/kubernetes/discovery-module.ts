/** The text of the discovery data: what is served, in the order it is listed, by handle. */
import { importText } from './import-text.ts'
import type { DiscoveredResource, Input } from './input.ts'
import { literalText } from './literal-text.ts'
import { moduleOf } from './naming.ts'

export function discoveryModuleText({ version, groups }: Input): string {
  const served = groups.flatMap(({ group, versions }) => versions.map((each) => ({ group, ...each })))
  const imports = served.map((home) => `import * as ${namespaceOf(home)} from './${moduleOf(home)}.ts'\n`).sort()
  const entries = groups.map(({ group, versions }) => {
    const listed = versions.map(({ version, resources }) => {
      const rows = resources.map((resource) => `        ${rowText(resource, namespaceOf({ group, version }))},\n`)
      return `      { version: '${version}', resources: [\n${rows.join('')}      ] },\n`
    })
    return `  {\n    group: '${group}',\n    versions: [\n${listed.join('')}    ],\n  },\n`
  })
  return `${importText(['type ServedGroup'], '../served-group.ts')}${imports.join('')}
export const kubernetesVersion = '${version}'

export const servedGroups: readonly ServedGroup[] = [
${entries.join('')}]
`
}

function rowText({ kind, subresources = [] }: DiscoveredResource, namespace: string): string {
  return `{ resource: ${namespace}.${kind}, subresources: ${literalText(subresources, '        ', 120 - 60)} }`
}

/** `rbac_v1`: two modules may export the same name, so the table says whose it means. */
function namespaceOf(home: { readonly group: string; readonly version: string }): string {
  return moduleOf(home).replace('/', '_')
}
