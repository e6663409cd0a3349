/** What the API server requires of a schema besides its structure: known keywords, list and map types, the form of CEL rules. */
import { getOwn } from '@kubewright/core/json'
import { forbidden, invalid, notSupported, type Problem, required } from './problem.ts'
import { ruleProblems } from './rule-form.ts'
import { child } from './schema-path.ts'
import type { NestedValidation, StructuralSchema } from './structural-schema.ts'

const knownTypes: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object'])
const unsupported = ['id', 'additionalItems', 'patternProperties', 'definitions', 'dependencies', '$ref'] as const

interface Place {
  readonly path: string
  /** Why a default is not allowed here, if so. */
  readonly noDefault?: string
  readonly isInMetadata?: boolean
}

/** The API server's errors for `schema`, besides those about structure. */
export function schemaProblems(schema: StructuralSchema, path = ''): readonly Problem[] {
  return nodeProblems(schema, { path }, true)
}

/** Whether `schema` uses a keyword that a structural schema cannot have. */
export function hasForeignKeyword(schema: StructuralSchema): boolean {
  const said = schema as Readonly<Record<string, unknown>>
  if (said['type'] === 'null' || Array.isArray(said['items'])) return true
  if (unsupported.some((key) => said[key] !== undefined)) return true
  const { items, properties = {}, additionalProperties: values } = schema
  const parts = [
    ...(items === undefined ? [] : [items]),
    ...Object.values(properties),
    ...(typeof values === 'object' ? [values] : []),
    ...branchesOf(schema, '').map(([branch]) => branch as StructuralSchema),
  ]
  return parts.some(hasForeignKeyword)
}

function nodeProblems(schema: StructuralSchema, place: Place, isRoot: boolean): readonly Problem[] {
  const { path } = place
  return [
    ...keywordProblems(schema, place),
    ...fieldsProblems(schema, place, isRoot),
    ...branchesOf(schema, path).flatMap(([branch, at]) =>
      nodeProblems(branch as StructuralSchema, { ...place, path: at }, false),
    ),
    ...(schema.items === undefined || Array.isArray(schema.items)
      ? []
      : nodeProblems(schema.items, { ...place, path: child(path, 'items') }, false)),
    ...mapTypeProblems(schema, path),
    ...listTypeProblems(schema, path),
    ...keysProblems(schema, path),
    ...itemProblems(schema, path),
    ...ruleProblems(schema, path),
  ]
}

function branchesOf(schema: NestedValidation, path: string): readonly (readonly [NestedValidation, string])[] {
  const several = (['allOf', 'oneOf', 'anyOf'] as const).flatMap((key) =>
    (schema[key] ?? []).map((branch, index) => [branch, `${child(path, key)}[${index}]`] as const),
  )
  return schema.not === undefined ? several : [[schema.not, child(path, 'not')], ...several]
}

function keywordProblems(schema: StructuralSchema, { path, noDefault, isInMetadata }: Place): readonly Problem[] {
  const said = schema as Readonly<Record<string, unknown>>
  const type = said['type']
  const problems: Problem[] = []
  if (typeof type === 'string' && !knownTypes.has(type)) {
    problems.push(
      notSupported(child(path, 'type'), type, ['array', 'boolean', 'integer', 'number', 'object', 'string']),
    )
  }
  if (schema.default !== undefined && noDefault !== undefined) {
    problems.push(forbidden(child(path, 'default'), `must not be set ${noDefault}`))
  }
  for (const key of unsupported) {
    if (said[key] !== undefined) problems.push(forbidden(child(path, key), `${key} is not supported`))
  }
  if (type === 'null') {
    problems.push(forbidden(child(path, 'type'), 'type cannot be set to null, use nullable as an alternative'))
  }
  if (Array.isArray(said['items'])) {
    problems.push(forbidden(child(path, 'items'), 'items must be a schema object and not an array'))
  }
  if (isInMetadata && schema['x-kubernetes-embedded-resource']) {
    problems.push(forbidden(child(path, 'x-kubernetes-embedded-resource'), 'must not be used inside of resource meta'))
  }
  if (said['uniqueItems'] === true) {
    const detail = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic'
    problems.push(forbidden(child(path, 'uniqueItems'), detail))
  }
  if (said['x-kubernetes-preserve-unknown-fields'] === false) {
    problems.push(invalid(child(path, 'x-kubernetes-preserve-unknown-fields'), false, 'must be true or undefined'))
  }
  return problems
}

const metaFields: ReadonlySet<string> = new Set(['metadata', 'kind', 'apiVersion'])

function fieldsProblems(schema: StructuralSchema, place: Place, isRoot: boolean): readonly Problem[] {
  const { properties = {}, additionalProperties } = schema
  const at = child(place.path, 'additionalProperties')
  const isBoth =
    Object.keys(properties).length > 0 && additionalProperties !== undefined && additionalProperties !== true
  const metaHolder = isRoot || schema['x-kubernetes-embedded-resource'] === true
  return [
    ...(isBoth ? [forbidden(at, 'additionalProperties and properties are mutual exclusive')] : []),
    ...(typeof additionalProperties === 'object'
      ? nodeProblems(additionalProperties, inEntries(place, at), false)
      : []),
    ...Object.entries(properties).flatMap(([key, field]) => {
      const path = `${child(place.path, 'properties')}[${key}]`
      const isMeta = metaHolder && metaFields.has(key)
      const meta = isMeta ? { isInMetadata: true, ...(isRoot ? { noDefault: `in top-level ${key}` } : {}) } : {}
      return nodeProblems(field, { ...place, ...meta, path }, false)
    }),
  ]
}

function inEntries(place: Place, path: string): Place {
  if (!place.isInMetadata) return { ...place, path }
  return { ...place, path, noDefault: 'inside additionalProperties applying to object metadata' }
}

function mapTypeProblems(schema: StructuralSchema, path: string): readonly Problem[] {
  const mapType = schema['x-kubernetes-map-type']
  if (mapType === undefined) return []
  const known = ['atomic', 'granular']
  return [
    ...wrongHolder(schema, 'object', 'x-kubernetes-map-type', path),
    ...(known.includes(mapType) ? [] : [notSupported(child(path, 'x-kubernetes-map-type'), mapType, known)]),
  ]
}

function listTypeProblems(schema: StructuralSchema, path: string): readonly Problem[] {
  const listType = schema['x-kubernetes-list-type']
  if (listType === undefined) return []
  const known = ['atomic', 'set', 'map']
  return [
    ...wrongHolder(schema, 'array', 'x-kubernetes-list-type', path),
    ...(schema.type === 'array' && listType === 'set' ? atomicItemProblems(schema.items, path) : []),
    ...(known.includes(listType) ? [] : [notSupported(child(path, 'x-kubernetes-list-type'), listType, known)]),
  ]
}

function wrongHolder(schema: StructuralSchema, wanted: string, keyword: string, path: string): readonly Problem[] {
  if (schema.type === wanted) return []
  const detail = `must be ${wanted} if ${keyword} is specified`
  const at = child(path, 'type')
  return [schema.type === undefined ? required(at, detail) : invalid(at, schema.type, detail)]
}

/** Items of a set are compared as a whole, so they may not be merged field by field. */
function atomicItemProblems(items: StructuralSchema | undefined, path: string): readonly Problem[] {
  const listType = items?.['x-kubernetes-list-type']
  const detail = 'must be atomic as item of a list with x-kubernetes-list-type=set'
  if (items?.type === 'array' && listType !== undefined && listType !== 'atomic') {
    return [invalid(child(path, 'items.x-kubernetes-list-type'), listType, detail)]
  }
  if (items?.type !== 'object' || items['x-kubernetes-map-type'] === 'atomic') return []
  return [invalid(child(path, 'items.x-kubernetes-map-type'), listType ?? null, detail)]
}

function keysProblems(schema: StructuralSchema, path: string): readonly Problem[] {
  const listType = schema['x-kubernetes-list-type']
  const keys = schema['x-kubernetes-list-map-keys'] ?? []
  const at = child(path, 'x-kubernetes-list-type')
  const detail = 'must be map if x-kubernetes-list-map-keys is non-empty'
  if (listType !== 'map') {
    if (keys.length === 0) return []
    return [listType === undefined ? required(at, detail) : invalid(at, listType, detail)]
  }
  const { items } = schema
  return [
    ...(keys.length === 0
      ? [required(child(path, 'x-kubernetes-list-map-keys'), 'must not be empty if x-kubernetes-list-type is map')]
      : []),
    ...(items === undefined
      ? [required(child(path, 'items'), 'must have a schema if x-kubernetes-list-type is map')]
      : []),
    ...(items !== undefined && items.type !== 'object'
      ? [
          invalid(
            child(path, 'items.type'),
            items.type ?? '',
            "must be object if parent array's x-kubernetes-list-type is map",
          ),
        ]
      : []),
    ...(items?.type === 'object'
      ? keys.flatMap((key, index) => keyProblems(key, keys.slice(0, index), schema, path))
      : []),
  ]
}

function keyProblems(
  key: string,
  earlier: readonly string[],
  schema: StructuralSchema,
  path: string,
): readonly Problem[] {
  const at = child(path, 'x-kubernetes-list-map-keys')
  const keys = schema['x-kubernetes-list-map-keys']
  const declared = schema.items?.properties ?? {}
  const property = Object.hasOwn(declared, key) ? declared[key] : undefined
  const isScalar = property?.type !== 'array' && property?.type !== 'object'
  const detail = "must be a scalar type if parent array's x-kubernetes-list-type is map"
  return [
    ...(isScalar ? [] : [invalid(`${child(path, 'items.properties')}[${key}].type`, schema.items!.type, detail)]),
    ...(property === undefined ? [invalid(at, keys, 'entries must all be names of item properties')] : []),
    ...(earlier.includes(key) ? [invalid(at, keys, 'must not contain duplicate entries')] : []),
  ]
}

/** Items of sets and maps, and the keys of maps, must be required. */
function itemProblems(schema: StructuralSchema, path: string): readonly Problem[] {
  const listType = schema['x-kubernetes-list-type']
  const { items } = schema
  if (items === undefined || (listType !== 'set' && listType !== 'map')) return []
  const keys = listType === 'map' ? (schema['x-kubernetes-list-map-keys'] ?? []) : []
  const detail = `cannot be nullable when x-kubernetes-list-type is ${listType}`
  return [
    ...(items.nullable ? [forbidden(child(path, 'items.nullable'), detail)] : []),
    ...keys.flatMap((key) => presenceProblems(key, items, `${child(path, 'items.properties')}[${key}]`)),
  ]
}

function presenceProblems(key: string, items: StructuralSchema, path: string): readonly Problem[] {
  const property = getOwn(items.properties, key)
  if (property === undefined) return []
  const isAlwaysThere = items.required?.includes(key) || property.default !== undefined
  const why = 'this property is in x-kubernetes-list-map-keys, so it'
  return [
    ...(isAlwaysThere ? [] : [required(`${path}.default`, `${why} must have a default or be a required property`)]),
    ...(property.nullable ? [forbidden(`${path}.nullable`, `${why} cannot be nullable`)] : []),
  ]
}
