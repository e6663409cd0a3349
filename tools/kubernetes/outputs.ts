/** Every generated file, as text by path below the package. Pure: the same input always gives the same text. */
import { coreTypes } from './corrections.ts'
import { discoveryModuleText } from './discovery-module.ts'
import { groupVersionModuleText } from './group-version-module.ts'
import type { Input } from './input.ts'
import { isWritable, kindsOf, rootKinds } from './kinds.ts'
import { splitDefinition } from './naming.ts'
import { withExports } from './package-exports.ts'
import { reachableFrom } from './references.ts'
import { rootModuleText } from './root-module.ts'
import { schemasModuleText, schemasTableText } from './schemas-modules.ts'
import { schemaFunctionsText, structuralDefinitions, structuralModuleText } from './structural-modules.ts'

const header = '// Made by `npm run generate:kubernetes`; edits are lost.\n'

export function outputsOf(input: Input, manifest: string): ReadonlyMap<string, string> {
  const { definitions } = input
  const kinds = kindsOf(input)
  const names = new Set(kinds.map(({ definition }) => definition))
  const used = reachableFrom([...names], definitions, (definition) => definition in coreTypes)
  const typed = groupByModule([...used])
  const described = groupByModule(Object.keys(definitions))

  const sources = new Map<string, string>()
  for (const [module, owned] of typed) {
    const shared = owned.filter((definition) => !names.has(definition)).sort()
    const own = kinds.filter((kind) => kind.module === module)
    sources.set(`${module}.ts`, groupVersionModuleText({ module, kinds: own, shared }, { definitions, kinds: names }))
  }
  for (const module of described.keys()) sources.set(`schemas/${module}.ts`, schemasModuleText(module, definitions))
  sources.set('schemas/modules.ts', schemasTableText(kinds, definitions))
  const readOnly = new Set(kinds.filter((kind) => !isWritable(kind)).map(({ definition }) => definition))
  const embedded = [...used, ...offeredAlone].filter((definition) => !readOnly.has(definition))
  const structural = structuralDefinitions(new Set(embedded), definitions)
  for (const [module, owned] of groupByModule(structural)) {
    sources.set(`structural/${module}.ts`, structuralModuleText(module, structural, definitions))
    sources.set(`schema-functions/${module}.ts`, schemaFunctionsText(module, owned, { definitions, kinds: names }))
  }
  sources.set('kinds.ts', rootModuleText(rootKinds(kinds)))
  sources.set('discovery.ts', discoveryModuleText(input))

  const files = [...sources].map(([path, text]) => [`src/generated/${path}`, `${header}${text}`] as const)
  return new Map([...files, ['package.json', withExports(manifest, entriesOf(sources))]])
}

/** The modules with their own import path: `batch/v1`, `schemas/batch/v1`. */
function entriesOf(sources: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const modules = [...sources.keys()].map((path) => path.replace(/\.ts$/, '')).sort()
  const kinds = modules.filter((path) => /^[a-z]+\/v\w+$/.test(path))
  const schemas = modules.filter((path) => path.startsWith('schema-functions/'))
  return new Map([
    ...kinds.map((path) => [path, `generated/${path}`] as const),
    ...schemas.map((path) => [path.replace('schema-functions/', 'schemas/'), `generated/${path}`] as const),
  ])
}

/** Types from `core` that also have a schema. */
const offeredAlone = Object.keys(coreTypes).filter((definition) => definition !== 'meta/v1.ManagedFieldsEntry')

function groupByModule(definitions: readonly string[]): Map<string, string[]> {
  const modules = new Map<string, string[]>()
  for (const definition of definitions) {
    const { module } = splitDefinition(definition)
    modules.set(module, [...(modules.get(module) ?? []), definition])
  }
  return modules
}
