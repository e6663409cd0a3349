/** A page for each resource, from its schema: what an author writes, and what the operator reports. Pure. */
import type { CustomResourceDefinition, StructuralSchema } from '@kubewright/resource'
import type { ProjectDescription } from '../project/project-description.ts'
import { markedMarkdown, yamlOf } from './marked-text.ts'
import { sampleOf } from './sample-object.ts'
import { fieldsOf, type SchemaField } from './schema-fields.ts'

export const docsFolder = 'docs/api'

type Version = CustomResourceDefinition['spec']['versions'][number]

export function docsFiles({ crds }: Pick<ProjectDescription, 'crds'>): readonly (readonly [string, string])[] {
  return crds.map(({ plural, object }) => [`${docsFolder}/${plural}.md`, markedMarkdown(pageOf(object))])
}

function pageOf({ spec }: CustomResourceDefinition): string {
  const { names, group, scope, versions } = spec
  const storage = versions.find((version) => version.storage) ?? versions[0]!
  const short = names.shortNames === undefined ? '' : `, or \`${names.shortNames.join('`, `')}\``
  const where = scope === 'Cluster' ? 'belongs to the whole cluster' : 'lives in a namespace'
  return `${[
    `# ${names.kind}`,
    storage.schema.openAPIV3Schema.description ?? `A ${names.kind}.`,
    `It ${where}. With kubectl: \`kubectl get ${names.plural}.${group}\`${short}.`,
    ...versions.filter(({ served }) => served).map((version) => versionOf(version, { kind: names.kind, group, scope })),
  ].join('\n\n')}\n`
}

function versionOf(
  version: Version,
  kind: { readonly kind: string; readonly group: string; readonly scope: string },
): string {
  const { name, storage, deprecated, deprecationWarning, schema } = version
  const { properties = {} } = schema.openAPIV3Schema
  const sample = yamlOf(sampleOf(schema.openAPIV3Schema, { ...kind, version: name })).trimEnd()
  return [
    `## ${kind.group}/${name}${storage ? '' : ' (older)'}`,
    ...(deprecated ? [`**Deprecated.** ${deprecationWarning ?? ''}`.trimEnd()] : []),
    `\`\`\`yaml\n${sample}\n\`\`\``,
    ...(['spec', 'status'] as const).flatMap((part) => sectionOf(part, properties[part])),
    ...rulesOf(schema.openAPIV3Schema),
  ].join('\n\n')
}

function sectionOf(part: 'spec' | 'status', schema: StructuralSchema | undefined): readonly string[] {
  const fields = schema === undefined ? [] : fieldsOf(schema, part)
  if (fields.length === 0) return []
  const head = '| field | type | what it is |\n|---|---|---|'
  return [`### ${part}`, [head, ...fields.map(rowOf)].join('\n')]
}

function rowOf({ path, type, isRequired, text, limits }: SchemaField): string {
  const about = [text, ...limits].filter((part) => part !== '').join(' ')
  return `| \`${path}\`${isRequired ? ' (required)' : ''} | ${cell(type)} | ${cell(about)} |`
}

/** What Kubernetes checks beyond types. */
function rulesOf(schema: StructuralSchema): readonly string[] {
  const rules = rulesIn(schema)
  return rules.length === 0 ? [] : [`### Rules\n\n${rules.map((text) => `- ${text}`).join('\n')}`]
}

function rulesIn(schema: StructuralSchema): readonly string[] {
  const own = (schema['x-kubernetes-validations'] ?? []).map(({ rule, message }) => message ?? `\`${rule}\``)
  const { additionalProperties } = schema
  const below = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items === undefined ? [] : [schema.items]),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ]
  return [...own, ...below.flatMap(rulesIn)]
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ')
}
