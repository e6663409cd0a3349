/** The text of the schemas: one module a group version, and the table that loads them on demand. */
import type { Definitions, Schema } from '@kubewright/kubernetes/schemas'
import { freeForm } from './corrections.ts'
import type { Kind } from './kinds.ts'
import { apiVersionOf } from './kind-text.ts'
import { literalText } from './literal-text.ts'
import { splitDefinition } from './naming.ts'
import { reachableFrom } from './references.ts'

export function schemasModuleText(module: string, definitions: Definitions): string {
  const owned = ownedBy(module, definitions).map((name) => [name, mark(name, definitions[name]!)])
  return `import type { Definitions } from '../../../schema.ts'

export const definitions: Definitions = ${literalText(Object.fromEntries(owned))}
`
}

function ownedBy(module: string, definitions: Definitions): string[] {
  return Object.keys(definitions)
    .filter((definition) => splitDefinition(definition).module === module)
    .sort()
}

/** Marks int-or-string and free-form types as custom resource definitions do. */
function mark(name: string, schema: Schema): Schema {
  if (name === 'meta/v1.IntOrString') return { 'x-kubernetes-int-or-string': true }
  return freeForm.has(name) ? { ...schema, 'x-kubernetes-preserve-unknown-fields': true } : schema
}

/** The table also lists the modules that a module's references lead to, so that one load includes all of them. */
export function schemasTableText(kinds: readonly Kind[], definitions: Definitions): string {
  const modules = new Map(kinds.map((kind) => [apiVersionOf(kind), kind.module]))
  const rows = [...modules].map(([apiVersion, module]) => {
    const reached = [...reachableFrom(ownedBy(module, definitions), definitions)]
    const needs = new Set(reached.map((definition) => splitDefinition(definition).module))
    return [apiVersion, { module, needs: [...needs].sort() }] as const
  })
  const all = [...new Set(rows.flatMap(([, { needs }]) => needs))].sort()
  const loads = all.map((module) => `  '${module}': () => import('./${module}.ts'),\n`)
  return `import type { Definitions } from '../../schema.ts'

/** For each group version the module that has its definitions, and all modules those refer to, itself included. */
export const groupVersions: Readonly<Record<string, { readonly module: string; readonly needs: readonly string[] }>> = ${literalText(Object.fromEntries(rows))}

export const modules: Readonly<Record<string, () => Promise<{ readonly definitions: Definitions }>>> = {
${loads.join('')}}
`
}
