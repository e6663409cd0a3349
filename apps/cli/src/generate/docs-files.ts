/** A page for each resource, from its schema: the spec to write and the reported status. Pure. */
import type { CustomResourceDefinition, StructuralSchema } from '@kubewright/resource'
import type { ProjectDescription } from '../project/project-description.ts'
import { markedMarkdown, yamlOf } from './marked-text.ts'
import { sampleOf } from './sample-object.ts'
import { fieldsOf, type SchemaField } from './schema-fields.ts'
import { undescribedFields, withoutBelow } from './undescribed-fields.ts'

export const docsFolder = 'docs/api'

type Version = CustomResourceDefinition['spec']['versions'][number]

export function docsFiles({ crds }: Pick<ProjectDescription, 'crds'>): readonly (readonly [string, string])[] {
  return crds.map(({ plural, object }) => [`${docsFolder}/${plural}.md`, markedMarkdown(pageOf(object))])
}

function pageOf({ spec }: CustomResourceDefinition): string {
  const { names, group, scope, versions } = spec
  const storage = versions.find((version) => version.storage) ?? versions[0]!
  const short = names.shortNames === undefined ? '' : `, or \`${names.shortNames.join('`, `')}\``
  const where = scope === 'Cluster' ? 'is cluster-scoped' : 'is namespaced'
  return `${[
    `# ${names.kind}`,
    storage.schema.openAPIV3Schema.description ?? `A ${names.kind}.`,
    `It ${where}. With kubectl: \`kubectl get ${names.plural}.${group}\`${short}.`,
    ...versions.filter(({ served }) => served).map((version) => versionOf(version, { ...names, group, scope })),
  ].join('\n\n')}\n`
}

function versionOf(
  version: Version,
  kind: { readonly kind: string; readonly plural: string; readonly group: string; readonly scope: string },
): string {
  const { name, storage, deprecated, deprecationWarning, schema } = version
  const { properties = {} } = schema.openAPIV3Schema
  const explain = `kubectl explain ${kind.plural}.${kind.group} --api-version=${kind.group}/${name}`
  const sample = yamlOf(sampleOf(schema.openAPIV3Schema, { ...kind, version: name })).trimEnd()
  return [
    `## ${kind.group}/${name}${storage ? '' : ' (older)'}`,
    ...(deprecated ? [`**Deprecated.** ${deprecationWarning ?? ''}`.trimEnd()] : []),
    `\`\`\`yaml\n${sample}\n\`\`\``,
    ...(['spec', 'status'] as const).flatMap((part) => sectionOf(part, properties[part], explain)),
    ...rulesOf(schema.openAPIV3Schema),
  ].join('\n\n')
}

/** A field with more parts, none of them described, is collapsed in the table: built-in types have hundreds. */
const mostUndescribedRows = 40

function sectionOf(part: 'spec' | 'status', schema: StructuralSchema | undefined, explain: string): readonly string[] {
  const fields = schema === undefined ? [] : fieldsOf(schema, part)
  if (fields.length === 0) return []
  const large = new Map([...undescribedFields(fields)].filter(([, count]) => count > mostUndescribedRows))
  const head = '| field | type | what it is |\n|---|---|---|'
  const rows = withoutBelow(fields, large.keys()).map((field) => rowOf(field, large.get(field.path)))
  const hint = `Fields that are not listed: \`${explain} --recursive\`.`
  return [`### ${part}`, [head, ...rows].join('\n'), ...(large.size === 0 ? [] : [hint])]
}

/** @param below number of fields below it that are not listed */
function rowOf({ path, type, isRequired, text, limits }: SchemaField, below?: number): string {
  const more = below === undefined ? '' : `${below} fields that are not listed here.`
  const about = [text, ...limits, more].filter((part) => part !== '').join(' ')
  return `| \`${path}\`${isRequired ? ' (required)' : ''} | ${cell(type)} | ${cell(about)} |`
}

/** The validation rules beyond types. */
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
