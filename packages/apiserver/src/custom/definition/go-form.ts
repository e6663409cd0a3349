/**
 * Versions and schemas as in kube-apiserver's error messages: the JSON of its internal types, with every field and
 * Go's field names.
 */
import type { DefinitionVersion, PrinterColumn, Subresources } from './definition.ts'

type Json = Readonly<Record<string, unknown>>

export function goVersions(versions: readonly DefinitionVersion[]): readonly Json[] {
  return versions.map((version) => ({
    Name: version.name ?? '',
    Served: version.served ?? false,
    Storage: version.storage ?? false,
    Deprecated: version.deprecated ?? false,
    DeprecationWarning: version.deprecationWarning ?? null,
    Schema:
      version.schema === undefined ? null : { OpenAPIV3Schema: goSchema(version.schema.openAPIV3Schema as never) },
    Subresources: goSubresources(version.subresources),
    AdditionalPrinterColumns: version.additionalPrinterColumns?.map(goColumn) ?? null,
    SelectableFields: version.selectableFields?.map(({ jsonPath = '' }) => ({ JSONPath: jsonPath })) ?? null,
  }))
}

function goSubresources(subresources: Subresources | undefined): Json | null {
  if (subresources === undefined) return null
  const { status, scale } = subresources
  return {
    Status: status === undefined ? null : {},
    Scale:
      scale === undefined
        ? null
        : {
            SpecReplicasPath: scale.specReplicasPath ?? '',
            StatusReplicasPath: scale.statusReplicasPath ?? '',
            LabelSelectorPath: scale.labelSelectorPath ?? null,
          },
  }
}

function goColumn({ name, type, format, description, priority, jsonPath }: PrinterColumn): Json {
  return {
    Name: name ?? '',
    Type: type ?? '',
    Format: format ?? '',
    Description: description ?? '',
    Priority: priority ?? 0,
    JSONPath: jsonPath ?? '',
  }
}

type Form = (value: unknown) => unknown

const same: Form = (value) => value
const list =
  (form: Form): Form =>
  (value) =>
    (value as readonly unknown[]).map(form)
const map =
  (form: Form): Form =>
  (value) =>
    Object.fromEntries(Object.entries(value as Json).map(([key, item]) => [key, form(item)]))
const schemaOrFlag: Form = (value) =>
  typeof value === 'boolean' ? { Allows: value, Schema: null } : { Allows: true, Schema: goSchema(value as Json) }
const items: Form = (value) =>
  Array.isArray(value)
    ? { Schema: null, JSONSchemas: list(schema)(value) }
    : { Schema: goSchema(value as Json), JSONSchemas: null }
const dependency: Form = (value) =>
  Array.isArray(value) ? { Schema: null, Property: value } : { Schema: goSchema(value as Json), Property: null }
const rule: Form = (value) => {
  const { rule: text, message, messageExpression, reason, fieldPath, optionalOldSelf } = value as Json
  return {
    Rule: text ?? '',
    Message: message ?? '',
    MessageExpression: messageExpression ?? '',
    Reason: reason ?? null,
    FieldPath: fieldPath ?? '',
    OptionalOldSelf: optionalOldSelf ?? null,
  }
}
const docs: Form = (value) => {
  const { description, url } = value as Json
  return { Description: description ?? '', URL: url ?? '' }
}

function schema(value: unknown): unknown {
  return goSchema(value as Json)
}

/** In Go's order: the keyword, its Go name, its value if absent, and its conversion if present. */
const keywords: readonly (readonly [keyword: string, name: string, absent: unknown, form: Form])[] = [
  ['id', 'ID', '', same],
  ['$schema', 'Schema', '', same],
  ['$ref', 'Ref', null, same],
  ['description', 'Description', '', same],
  ['type', 'Type', '', same],
  ['nullable', 'Nullable', false, same],
  ['format', 'Format', '', same],
  ['title', 'Title', '', same],
  ['default', 'Default', null, same],
  ['maximum', 'Maximum', null, same],
  ['exclusiveMaximum', 'ExclusiveMaximum', false, same],
  ['minimum', 'Minimum', null, same],
  ['exclusiveMinimum', 'ExclusiveMinimum', false, same],
  ['maxLength', 'MaxLength', null, same],
  ['minLength', 'MinLength', null, same],
  ['pattern', 'Pattern', '', same],
  ['maxItems', 'MaxItems', null, same],
  ['minItems', 'MinItems', null, same],
  ['uniqueItems', 'UniqueItems', false, same],
  ['multipleOf', 'MultipleOf', null, same],
  ['enum', 'Enum', null, same],
  ['maxProperties', 'MaxProperties', null, same],
  ['minProperties', 'MinProperties', null, same],
  ['required', 'Required', null, same],
  ['items', 'Items', null, items],
  ['allOf', 'AllOf', null, list(schema)],
  ['oneOf', 'OneOf', null, list(schema)],
  ['anyOf', 'AnyOf', null, list(schema)],
  ['not', 'Not', null, schema],
  ['properties', 'Properties', null, map(schema)],
  ['additionalProperties', 'AdditionalProperties', null, schemaOrFlag],
  ['patternProperties', 'PatternProperties', null, map(schema)],
  ['dependencies', 'Dependencies', null, map(dependency)],
  ['additionalItems', 'AdditionalItems', null, schemaOrFlag],
  ['definitions', 'Definitions', null, map(schema)],
  ['externalDocs', 'ExternalDocs', null, docs],
  ['example', 'Example', null, same],
  ['x-kubernetes-preserve-unknown-fields', 'XPreserveUnknownFields', null, same],
  ['x-kubernetes-embedded-resource', 'XEmbeddedResource', false, same],
  ['x-kubernetes-int-or-string', 'XIntOrString', false, same],
  ['x-kubernetes-list-map-keys', 'XListMapKeys', null, same],
  ['x-kubernetes-list-type', 'XListType', null, same],
  ['x-kubernetes-map-type', 'XMapType', null, same],
  ['x-kubernetes-validations', 'XValidations', null, list(rule)],
]

export function goSchema(value: Json | undefined): Json | null {
  if (value === undefined) return null
  return Object.fromEntries(
    keywords.map(([keyword, name, absent, form]) => [
      name,
      value[keyword] === undefined ? absent : form(value[keyword]),
    ]),
  )
}
