/** The text of one kind: its handle, its type when read, and its type when written. See decision 0021. */
import type { Schema } from '@kubewright/kubernetes/schemas'
import { writeOnly } from './corrections.ts'
import { blockText, fieldText, isNeeded, memberText } from './field-text.ts'
import { isStored, isWritable, type Kind } from './kinds.ts'
import { literalText } from './literal-text.ts'
import { splitDefinition } from './naming.ts'
import { referenceText, type TypeScope } from './type-text.ts'

export function kindText(kind: Kind, scope: TypeScope): string {
  const parts = [
    ...(kind.resource === undefined ? [] : [handleText(kind, scope)]),
    readText(kind, scope),
    ...(isWritable(kind) ? [writeText(kind, scope)] : []),
  ]
  return parts.join('\n')
}

function handleText(kind: Kind, scope: TypeScope): string {
  const { group, version, plural, scope: where, shortNames = [] } = { ...kind, ...kind.resource! }
  const names = [plural, ...shortNames].map((name) => `\`${name}\``).join(', ')
  const comment = `/** ${names} in \`${apiVersionOf({ group, version })}\`, ${where === 'Cluster' ? 'cluster-scoped' : 'namespaced'}. */`
  const facts = Object.entries(handleFacts(kind)).map(([key, value]) => `  ${key}: ${literalText(value, '  ')},\n`)
  return `${comment}\n${declarationText(kind, scope)}${assignment}\n${facts.join('')}})\n`
}

const assignment = ' = /*#__PURE__*/ builtIn({'

function declarationText(kind: Kind, scope: TypeScope): string {
  const parameters = handleTypes(kind, scope)
  const start = `export const ${kind.kind}: BuiltIn<`
  const flat = `${start}${parameters.join(', ')}>`
  return flat.length + assignment.length <= 120 ? flat : `${start}\n  ${parameters.join(',\n  ')}\n>`
}

function handleTypes(kind: Kind, scope: TypeScope): string[] {
  const { kind: name, bodies } = kind
  const status = kind.schema.properties?.['status']?.$ref
  const below = bodies.map(({ name: key, definition }) => {
    const body = splitDefinition(definition).name
    return `readonly ${key}: SubresourceBody<${body}, ${body}Input>`
  })
  return [
    name,
    isWritable(kind) ? `${name}Input` : 'never',
    status === undefined ? 'never' : referenceText(status, scope),
    ...(below.length === 0 ? [] : [`{ ${below.join('; ')} }`]),
  ]
}

/** The default verbs of `builtIn`. */
const everyVerb = 'create delete deletecollection get list patch update watch'

/** The facts that differ from the defaults of `builtIn`. */
function handleFacts({ group, version, kind, resource }: Kind): object {
  const { plural, singular, scope, shortNames, categories, subresources, verbs } = resource!
  return {
    group,
    version,
    kind,
    plural,
    ...(singular === kind.toLowerCase() ? {} : { singular }),
    scope,
    ...(shortNames && { shortNames }),
    ...(categories && { categories }),
    ...(subresources && { subresources: subresources.map(({ name }) => name) }),
    ...(verbs.join(' ') === everyVerb ? {} : { verbs }),
  }
}

function readText(kind: Kind, scope: TypeScope): string {
  const hidden = writeOnly[kind.definition] ?? []
  const fields = ownFields(kind.schema)
    .filter((key) => !hidden.includes(key))
    .map((key) => fieldText({ definition: kind.definition, key, optional: !isRead(key, kind.schema, scope) }, scope))
  const metadata = `${isStored(kind) ? '' : '  /** Nearly empty: the object is answered, not stored. */\n'}  readonly metadata: ObjectMeta`
  return blockText(kind.kind, [...identityText(kind, false), metadata, ...fields])
}

/** A `spec` is always present when read. A `status` may not have been written yet. */
function isRead(key: string, schema: Schema, { definitions }: TypeScope): boolean {
  return key === 'spec' || (key !== 'status' && isNeeded(key, schema, definitions))
}

function writeText(kind: Kind, scope: TypeScope): string {
  const fields = ownFields(kind.schema)
    .filter((key) => key !== 'status')
    .map((key) => {
      const optional = !isNeeded(key, kind.schema, scope.definitions)
      return fieldText({ definition: kind.definition, key, optional }, scope)
    })
  const metadata = memberText('metadata', 'AuthoredMeta', !isStored(kind))
  return blockText(`${kind.kind}Input`, [...identityText(kind, true), metadata, ...fields])
}

function identityText(kind: Kind, optional: boolean): string[] {
  return [memberText('apiVersion', `'${apiVersionOf(kind)}'`, optional), memberText('kind', `'${kind.kind}'`, optional)]
}

/** The fields of a kind in addition to those of every kind. */
function ownFields(schema: Schema): string[] {
  const inherited = ['apiVersion', 'kind', 'metadata']
  return Object.keys(schema.properties ?? {}).filter((key) => !inherited.includes(key))
}

export function apiVersionOf({ group, version }: { readonly group: string; readonly version: string }): string {
  return group === '' ? version : `${group}/${version}`
}
