/**
 * The text of the schemas for custom resources: one module a group version with the structural schemas, each a constant that
 * refers to those it contains, and one with the public functions. Bundlers can drop unused ones.
 */
import type { Definitions } from '@kubewright/kubernetes/schemas'
import type { StructuralSchema } from '@kubewright/resource'
import { aliases } from './corrections.ts'
import { importText } from './import-text.ts'
import { literalText, Verbatim } from './literal-text.ts'
import { splitDefinition } from './naming.ts'
import { reachableFrom, referencesOf } from './references.ts'
import { structuralForm } from './structural-form.ts'
import { referenceText, type TypeScope } from './type-text.ts'

/** Metadata has a special form, so the references of the published one are not needed. */
const isLeaf = (definition: string) => definition === 'meta/v1.ObjectMeta'

/** The definitions with a structural schema: all but recursive ones and those that contain them. */
export function structuralDefinitions(names: Iterable<string>, definitions: Definitions): readonly string[] {
  const below = (name: string) => [...reachableFrom([name], definitions, (each) => isLeaf(each) && each !== name)]
  const isEndless = (name: string) =>
    directReferences(name, definitions).some((next) => !isLeaf(next) && below(next).includes(name))
  return [...names].filter((name) => !below(name).some(isEndless)).sort()
}

function directReferences(name: string, definitions: Definitions): readonly string[] {
  return isLeaf(name) ? [] : [...new Set(referencesOf(definitions[name]!))]
}

/** The constants of `module` in dependency order. */
export function structuralModuleText(module: string, wanted: readonly string[], definitions: Definitions): string {
  const needed = new Set<string>()
  const visit = (name: string) => {
    if (needed.has(name)) return
    for (const next of directReferences(name, definitions)) visit(next)
    needed.add(name)
  }
  for (const name of wanted) visit(name)
  const own = [...needed].filter((name) => splitDefinition(name).module === module)
  const foreign = new Set(
    own
      .flatMap((name) => directReferences(name, definitions))
      .filter((name) => splitDefinition(name).module !== module),
  )
  const constants = own.map((name) => constantText(name, definitions))
  return `${importText(['type StructuralSchema'], '@kubewright/resource')}${foreignImports(foreign)}
${constants.join('\n')}`
}

function foreignImports(definitions: ReadonlySet<string>): string {
  const modules = [...new Set([...definitions].map((name) => splitDefinition(name).module))].sort()
  return modules
    .map((module) => {
      const names = [...definitions].map(splitDefinition).filter((each) => each.module === module)
      return importText(
        names.map(({ name }) => name),
        `../${module}.ts`,
      )
    })
    .join('')
}

function constantText(definition: string, definitions: Definitions): string {
  const { name } = splitDefinition(definition)
  const refer = (other: string) => new Reference(splitDefinition(other).name) as unknown as StructuralSchema
  const start = `export const ${name}: StructuralSchema = `
  return `${start}${literalText(unfold(structuralForm(definition, definitions, refer)), '', start.length)}\n`
}

/** A reference that becomes text later. Spreading it keeps its name, so that siblings can be added. */
class Reference {
  readonly '~name': string

  constructor(name: string) {
    this['~name'] = name
  }
}

/** Replaces references by the names of constants. */
function unfold(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unfold)
  if (typeof value !== 'object' || value === null) return value
  const { '~name': name, ...rest } = value as Readonly<Record<string, unknown>>
  const members = Object.fromEntries(Object.entries(rest).map(([key, member]) => [key, unfold(member)]))
  if (typeof name !== 'string') return members
  if (Object.keys(members).length === 0) return new Verbatim(name)
  return new Verbatim(`/*#__PURE__*/ Object.assign({}, ${name}, ${literalText(members)})`)
}

/** The public functions of `module`: one for each definition with fields. */
export function schemaFunctionsText(module: string, owned: readonly string[], scope: TypeScope): string {
  const offered = owned.filter((definition) => !(definition in aliases))
  const functions = offered.map((definition) => functionText(definition, scope))
  const names = offered.map((definition) => referenceText(definition, scope))
  const coreNames = names.filter(isFromCore)
  const imports = [
    importText(coreNames.map(asType), '@kubewright/core'),
    importText(['type StructuralType', 'structural'], '@kubewright/resource'),
    importText(names.filter((name) => !isFromCore(name)).map(asType), `../../${module}.ts`),
    `import * as schemas from '../../structural/${module}.ts'\n`,
  ]
  return `${imports.join('')}\n${functions.join('\n')}`
}

/** Types that the module of the group version exports under another name, or not at all. */
const isFromCore = (name: string) => name === 'AuthoredMeta' || name === 'LabelExpression'

const asType = (name: string) => `type ${name}`

function functionText(definition: string, scope: TypeScope): string {
  const { name } = splitDefinition(definition)
  const head = `export const ${functionName(name)} = (): StructuralType<${referenceText(definition, scope)}> =>`
  const body = `structural(schemas.${name})`
  return head.length + body.length + 1 <= 120 ? `${head} ${body}\n` : `${head}\n  ${body}\n`
}

/** `podTemplateSpec`, `httpGetAction`, `awsElasticBlockStoreVolumeSource`: a leading acronym is one word. */
export function functionName(name: string): string {
  return name.replace(/^[A-Z]+(?![a-z])|^[A-Z]/, (start) => start.toLowerCase())
}
