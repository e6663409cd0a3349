/** The text of the discovery data: the served resources in discovery order, by handle. */
import { importText } from './import-text.ts'
import type { DiscoveredGroup, Input } from './input.ts'
import { literalText, Verbatim } from './literal-text.ts'
import { moduleOf } from './naming.ts'

export function discoveryModuleText({ version, groups }: Input): string {
  const homes = groups.flatMap(({ group, versions }) => versions.map((each) => ({ group, version: each.version })))
  const imports = homes.map((home) => `import * as ${namespaceOf(home)} from './${moduleOf(home)}.ts'\n`).sort()
  const start = 'export const servedGroups: readonly ServedGroup[] = '
  return `${importText(['type ServedGroup'], '../served-group.ts')}${imports.join('')}
export const kubernetesVersion = '${version}'

${start}${literalText(groups.map(servedGroup), '', start.length)}
`
}

function servedGroup({ group, versions }: DiscoveredGroup): object {
  return {
    group,
    versions: versions.map(({ version, resources }) => ({
      version,
      resources: resources.map(({ kind, subresources = [] }) => {
        return { resource: new Verbatim(`${namespaceOf({ group, version })}.${kind}`), subresources }
      }),
    })),
  }
}

/** `rbac_v1`: two modules may export the same name, so the table qualifies it. */
function namespaceOf(home: { readonly group: string; readonly version: string }): string {
  return moduleOf(home).replace('/', '_')
}
