/** The text of the module of one group version: its kinds, then their shared types. */
import { aliases, coreTypes } from './corrections.ts'
import { interfaceText } from './field-text.ts'
import { exportText, importText } from './import-text.ts'
import { isWritable, type Kind } from './kinds.ts'
import { kindText } from './kind-text.ts'
import { splitDefinition } from './naming.ts'
import { referencesOf } from './references.ts'
import { referenceText, type TypeScope } from './type-text.ts'

export interface GroupVersionModule {
  /** `apps/v1` */
  readonly module: string
  /** The kinds of the module. */
  readonly kinds: readonly Kind[]
  /** Its other definitions, sorted. */
  readonly shared: readonly string[]
}

export function groupVersionModuleText(owned: GroupVersionModule, scope: TypeScope): string {
  const sections = [
    importsText(owned, scope),
    coreExportsText(owned.module),
    ...owned.kinds.map((kind) => kindText(kind, scope)),
    ...owned.shared.map((definition) =>
      definition in aliases ? aliasText(definition) : interfaceText(definition, scope),
    ),
  ]
  return sections.filter((section) => section !== '').join('\n')
}

function aliasText(definition: string): string {
  const { type, comment } = aliases[definition]!
  const { name } = splitDefinition(definition)
  return `${comment === undefined ? '' : `/** ${comment} */\n`}export type ${name} = ${type}\n`
}

/** Definitions from `core` are also exported by their own module, under their own name. */
function coreExportsText(module: string): string {
  const owned = Object.entries(coreTypes).filter(([definition]) => splitDefinition(definition).module === module)
  const names = owned.map(([definition, type]) => {
    const { name } = splitDefinition(definition)
    return name === type ? `type ${name}` : `type ${type} as ${name}`
  })
  return exportText(names, '@kubewright/core')
}

function importsText(owned: GroupVersionModule, scope: TypeScope): string {
  const served = owned.kinds.some(({ resource }) => resource !== undefined)
  const hasBodies = owned.kinds.some(({ bodies }) => bodies.length > 0)
  const foreign = foreignTypes(owned, scope)
  const lines = [
    importText([...(foreign.get('core') ?? [])].map(asType), '@kubewright/core'),
    served
      ? importText([...(hasBodies ? ['type SubresourceBody'] : []), 'type BuiltIn', 'builtIn'], '../../built-in.ts')
      : '',
    ...[...foreign]
      .filter(([module]) => module !== 'core')
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([module, names]) => importText([...names].map(asType), `../${module}.ts`)),
  ]
  return lines.join('')
}

const asType = (name: string) => `type ${name}`

/** The names to import: from `core`, or by the module that owns them. */
function foreignTypes({ module, kinds, shared }: GroupVersionModule, scope: TypeScope): Map<string, Set<string>> {
  const foreign = new Map<string, Set<string>>()
  const own = new Set([
    ...kinds.flatMap(({ kind }) => [kind, `${kind}Input`]),
    ...shared.map((definition) => splitDefinition(definition).name),
  ])
  const need = (from: string, name: string) => {
    if (from === module) return
    if (own.has(name)) throw new Error(`Cannot import ${name} of ${from} into ${module}: it has one of its own.`)
    foreign.set(from, (foreign.get(from) ?? new Set()).add(name))
  }

  if (kinds.length > 0) need('core', 'ObjectMeta')
  if (kinds.some(isWritable)) need('core', 'AuthoredMeta')
  for (const reference of referencedBy({ kinds, shared }, scope)) {
    need(reference in coreTypes ? 'core' : splitDefinition(reference).module, referenceText(reference, scope))
  }
  for (const { definition } of kinds.flatMap(({ bodies }) => bodies)) {
    const { module: from, name } = splitDefinition(definition)
    for (const each of [name, `${name}Input`]) need(from, each)
  }
  return foreign
}

function referencedBy({ kinds, shared }: Omit<GroupVersionModule, 'module'>, { definitions }: TypeScope): string[] {
  const ofKinds = kinds.flatMap(({ schema }) => {
    const { metadata: _, ...properties } = schema.properties ?? {}
    return referencesOf({ properties })
  })
  return [...ofKinds, ...shared.flatMap((definition) => referencesOf(definitions[definition]!))]
}
