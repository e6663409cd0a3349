/**
 * Updates the committed data to a Kubernetes release. Needed only for moving to another release: everything else uses the
 * committed copy.
 *
 *     tsx tools/kubernetes/import.ts [folder]
 *
 * The folder contains `openapi-v3.json` ({ version, schemas }), `api.json` and `apis.json` (aggregated discovery). It comes
 * from the argument, else from KUBERNETES_DATA, else it is ../shared/data/kubernetes-1.36 next to the repository.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compact, type Discovery, type OpenApi } from './compact.ts'
import { dataFile, type Input } from './input.ts'

const beside = fileURLToPath(new URL('../../../shared/data/kubernetes-1.36', import.meta.url))
const folder = process.argv[2] ?? process.env['KUBERNETES_DATA'] ?? beside

const [openApi, api, apis] = await Promise.all([read('openapi-v3.json'), read('api.json'), read('apis.json')])
const input = compact(openApi as OpenApi, [api as Discovery, apis as Discovery])
await writeFile(dataFile, format(input))
console.log(`Imported Kubernetes ${input.version}. Next: npm run generate:kubernetes`)

async function read(name: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(join(folder, name), 'utf8'))
  } catch (cause) {
    throw new Error(`Cannot import ${name} from ${folder}. Name the folder: tsx tools/kubernetes/import.ts <folder>`, {
      cause,
    })
  }
}

/** One definition and one resource a line, so that a new release gives a readable diff. */
function format({ version, definitions, groups }: Input): string {
  const lines = Object.entries(definitions).map(
    ([name, schema]) => `    ${JSON.stringify(name)}: ${JSON.stringify(schema)}`,
  )
  const served = groups.map(({ group, versions }) => {
    const listed = versions.map(({ version, resources }) => {
      const rows = resources.map((resource) => `        ${JSON.stringify(resource)}`)
      return `      { "version": ${JSON.stringify(version)}, "resources": [\n${rows.join(',\n')}\n      ] }`
    })
    return `    { "group": ${JSON.stringify(group)}, "versions": [\n${listed.join(',\n')}\n    ] }`
  })
  return `{
  "origin": "OpenAPI v3 and discovery of kubernetes/kubernetes ${version}, without descriptions; Apache-2.0",
  "version": ${JSON.stringify(version)},
  "definitions": {\n${lines.join(',\n')}\n  },
  "groups": [\n${served.join(',\n')}\n  ]
}
`
}
