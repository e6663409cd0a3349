/**
 * Generates the table of Go types: one module for each Go package, one line for each type.
 * `packages/apiserver/src/codec/shape-text.ts` parses a line when its type is first used. Pure: the same facts always give the same text.
 */
import type { Facts, FieldFact, TypeFact } from './facts.ts'

/** Types with their own JSON encoding that the codec supports. Another one stops the generator. */
const special = new Set([
  'apiextensions/v1.JSON',
  'apiextensions/v1.JSONSchemaPropsOrArray',
  'apiextensions/v1.JSONSchemaPropsOrBool',
  'apiextensions/v1.JSONSchemaPropsOrStringArray',
  'intstr.IntOrString',
  'meta/v1.FieldsV1',
  'meta/v1.MicroTime',
  'meta/v1.Time',
  'resource.Quantity',
  'runtime.RawExtension',
])

const header = '// Made by `tsx tools/go-shapes/generate.ts`; edits are lost.\n'

/** Texts by path below the folder of the table. */
export function shapeModules(facts: Facts): ReadonlyMap<string, string> {
  const lines = linesByModule(facts)
  const texts = [...lines].map(([module, own]) => [`${module}.ts`, moduleText(own)] as const)
  return new Map([
    ...texts,
    ['modules.ts', `${header}${tableText(facts, lines)}`],
    ['registered-kinds.ts', `${header}${registeredText(facts.registered)}`],
  ])
}

function linesByModule({ types }: Facts): Map<string, string[]> {
  const lines = new Map<string, string[]>()
  for (const fact of types) {
    const name = shortName(fact.type)
    if (fact.readsJson) {
      if (!special.has(name)) throw new Error(`${name} has JSON of its own, which the codec does not know yet.`)
      continue
    }
    const { module } = split(name)
    lines.set(module, [...(lines.get(module) ?? []), lineOf(fact, module)])
  }
  return lines
}

function moduleText(lines: readonly string[]): string {
  return `${header}export const shapes = \`\n${lines.join('\n')}\n\`\n`
}

function lineOf({ type, is, fields = [], readsProto }: TypeFact, module: string): string {
  const { local } = split(shortName(type))
  if (is === undefined) return [local, ...fields.map((field) => fieldText(field, module))].join(' ')
  // Protobuf has no list of lists, so a named list becomes a message with one field.
  return `${local} =${readsProto ? '#' : ''}${typeText(is, module)}`
}

/** `replicas?*int32=1`: name, whether it is left out when empty, type, number in protobuf; `^Type=2` for an inlined type. */
function fieldText(field: FieldFact, module: string): string {
  const [name, ...options] = field.json.split(',')
  const number = field.proto === undefined ? '' : `=${field.proto.split(',')[1]}`
  if (name === '') {
    if (!field.isEmbedded || field.type.startsWith('*')) throw new Error(`${field.go} has no name and is not inlined.`)
    return `^${typeText(field.type, module)}${number}`
  }
  const omit = options.includes('omitzero') ? '~' : options.includes('omitempty') ? '?' : ':'
  return `${name}${omit}${typeText(field.type, module)}${number}`
}

/** A Go type with the paths of packages made short, and left out where it is at home. */
function typeText(type: string, module: string): string {
  return type.replace(/[\w./-]+\.\w+/g, (full) => {
    const name = shortName(full)
    const { module: home, local } = split(name)
    return home === module && !special.has(name) ? local : name
  })
}

/** `k8s.io/api/apps/v1.Deployment` as `apps/v1.Deployment`; `k8s.io/apimachinery/pkg/types.UID` as `types.UID`. */
function shortName(type: string): string {
  const [, group, version, local] = /(?:^|\/)(\w+)(\/v\d\w*)?\.(\w+)$/.exec(type) ?? []
  if (group === undefined) throw new Error(`Cannot name the Go type ${type}.`)
  return `${group}${version ?? ''}.${local}`
}

/** Packages outside every group share a module: they are few and small. */
function split(name: string): { module: string; local: string } {
  const dot = name.indexOf('.')
  const module = name.slice(0, dot)
  return module.includes('/') ? { module, local: name.slice(dot + 1) } : { module: 'machinery', local: name }
}

function tableText({ kinds }: Facts, lines: ReadonlyMap<string, readonly string[]>): string {
  const needs = new Map([...lines].map(([module, own]) => [module, neighbours(module, own)]))
  const groupVersions = new Map<string, string>()
  for (const [kind, type] of Object.entries(kinds)) {
    const { module, local } = split(shortName(type))
    const apiVersion = kind.split('/').slice(0, 2).join('/').replace(/^\//, '')
    if (local === kind.split('/')[2] && module !== 'meta/v1') groupVersions.set(apiVersion, module)
  }
  const rows = [...groupVersions].map(
    ([apiVersion, module]) => `  '${apiVersion}': { module: '${module}', needs: ${list(reach(module, needs))} },\n`,
  )
  const loads = [...lines.keys()].sort().map((module) => `  '${module}': () => import('./${module}.ts'),\n`)
  return `/** For each group version the module with its types, and all modules those refer to, itself included. */
export const groupVersions: Readonly<Record<string, { readonly module: string; readonly needs: readonly string[] }>> = {
${rows.join('')}}

export const modules: Readonly<Record<string, () => Promise<{ readonly shapes: string }>>> = {
${loads.join('')}}
`
}

function neighbours(module: string, lines: readonly string[]): string[] {
  const names = lines.flatMap((line) => line.match(/\w+(?:\/v\d\w*)?\.\w+/g) ?? [])
  const homes = names.filter((name) => !special.has(name)).map((name) => split(name).module)
  return [...new Set(homes)].filter((home) => home !== module)
}

function reach(module: string, needs: ReadonlyMap<string, readonly string[]>, seen = new Set<string>()): string[] {
  if (!seen.has(module)) {
    seen.add(module)
    for (const next of needs.get(module) ?? []) reach(next, needs, seen)
  }
  return [...seen].sort()
}

const list = (items: readonly string[]) => `[${items.map((item) => `'${item}'`).join(', ')}]`

/** Kinds that every version has are written once. */
function registeredText(registered: readonly string[]): string {
  const versions = new Map<string, string[]>()
  for (const full of registered) {
    const [group, version, kind] = full.split('/') as [string, string, string]
    const apiVersion = group === '' ? version : `${group}/${version}`
    versions.set(apiVersion, [...(versions.get(apiVersion) ?? []), kind])
  }
  const everywhere = versions.get('apps/v1')!.filter((kind) => versions.get('batch/v1')!.includes(kind))
  const rows = [...versions]
    .map(([apiVersion, kinds]) => [apiVersion, kinds.filter((kind) => !everywhere.includes(kind))] as const)
    .filter(([, kinds]) => kinds.length > 0)
    .map(([apiVersion, kinds]) => `  '${apiVersion}': '${kinds.join(' ')}',\n`)
  return `/** Every kind of every version that kube-apiserver can read, served or not; these are in all versions. */
export const everywhere = '${everywhere.join(' ')}'

export const registered: Readonly<Record<string, string>> = {
${rows.join('')}}
`
}
