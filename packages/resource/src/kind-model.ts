/** A validated definition, shared by the handles of all its versions. */
import type { JsonObject } from '@kubewright/core/json'
import type { $ZodType } from 'zod/v4/core'
import type { CrdVersion } from './custom-resource-definition.ts'
import type { Marks } from './definition.ts'
import { assertForm } from './definition-form.ts'
import { resourceErrors } from './errors.ts'
import { inheritedPaths } from './inherited-paths.ts'
import { type Column, type PathProblem, type Scale, toColumns, toScale, toSelectableFields } from './paths.ts'
import type { Scope } from './resource.ts'
import { completeNames, type ResourceNames } from './resource-names.ts'
import { toResourceSchema } from './resource-schema.ts'
import type { StructuralSchema, ValidationRule } from './schema/structural-schema.ts'

/** A conversion function, type-erased. */
export type ConvertPart = (object: JsonObject) => {
  readonly spec: unknown
  readonly status?: unknown
  readonly labels?: Marks | undefined
  readonly annotations?: Marks | undefined
}

export interface VersionModel {
  readonly name: string
  readonly schema: StructuralSchema
  readonly crd: CrdVersion
  /** Absent for the storage version. */
  readonly convert: { readonly toStorage: ConvertPart; readonly fromStorage: ConvertPart } | undefined
}

export interface KindModel {
  readonly group: string
  readonly kind: string
  readonly scope: Scope
  readonly names: ResourceNames
  readonly conditions: readonly string[]
  readonly storage: VersionModel
  readonly others: readonly VersionModel[]
}

/** A definition, type-erased. */
export interface AnyDefinition {
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly scope: Scope
  readonly plural?: string | undefined
  readonly singular?: string | undefined
  readonly shortNames?: readonly string[] | undefined
  readonly categories?: readonly string[] | undefined
  readonly description?: string | undefined
  readonly spec: $ZodType
  readonly status?: $ZodType | undefined
  readonly conditions?: readonly string[] | undefined
  readonly columns?: Readonly<Record<string, Column | string>> | undefined
  readonly scale?: Scale | undefined
  readonly selectableFields?: readonly string[] | undefined
  readonly rules?: readonly ValidationRule[] | undefined
  readonly versions?: Readonly<Record<string, AnyVersion>> | undefined
}

interface AnyVersion extends Pick<AnyDefinition, 'columns' | 'scale' | 'selectableFields' | 'rules'> {
  readonly schema: { readonly spec: $ZodType; readonly status?: $ZodType | undefined }
  readonly toStorage: ConvertPart
  readonly fromStorage: ConvertPart
  readonly served?: boolean | undefined
  readonly deprecated?: boolean | string | undefined
}

/** Validates a definition. Throws with all problems of its form, names, schemas or paths. */
export function toKindModel(definition: AnyDefinition): KindModel {
  assertForm(definition)
  const { group, kind, scope, version, conditions = [], versions = {} } = definition
  const names = completeNames(definition, [version, ...Object.keys(versions)])
  if (Object.hasOwn(versions, version)) throw twice(definition)
  const storage = toVersionModel(definition, { name: version, isStorage: true, schema: definition, ...definition })
  const others = Object.entries(versions).map(([name, other]) => {
    const schema = { spec: other.schema.spec, status: other.schema.status ?? definition.status }
    return toVersionModel(definition, { ...other, name, isStorage: false, schema }, storage.schema)
  })
  return { group, kind, scope, names, conditions: [...conditions], storage, others }
}

interface VersionParts extends Omit<AnyVersion, 'toStorage' | 'fromStorage'> {
  readonly name: string
  readonly isStorage: boolean
  readonly toStorage?: ConvertPart
  readonly fromStorage?: ConvertPart
}

function toVersionModel(definition: AnyDefinition, parts: VersionParts, stored?: StructuralSchema): VersionModel {
  const { name, toStorage, fromStorage } = parts
  const schema = schemaOf(definition, parts)
  const problems: PathProblem[] = []
  const inherited = stored === undefined ? {} : inheritedPaths(definition, stored, schema)
  const crd = toCrdVersion({ ...inherited, ...withoutAbsent(parts) }, schema, problems)
  if (problems.length > 0) throw pathError(definition, name, problems)
  const convert = toStorage && fromStorage ? { toStorage, fromStorage } : undefined
  return { name, schema, crd, convert }
}

/** An `undefined` part counts as absent, and must not hide an inherited one. */
function withoutAbsent(parts: VersionParts): VersionParts {
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)) as unknown as VersionParts
}

function schemaOf(definition: AnyDefinition, { name, schema, rules = [] }: VersionParts): StructuralSchema {
  const result = toResourceSchema({
    spec: schema.spec,
    status: schema.status,
    conditions: definition.conditions ?? [],
    rules,
    description: definition.description,
  })
  if ('schema' in result) return result.schema
  const { problems } = result
  const lines = problems.map(({ path, what, instead }) => `\n  ${path}: ${what}. ${instead}`)
  throw resourceErrors('KW_RESOURCE_SCHEMA', {
    what: `define the resource ${definition.kind}.${definition.group} in version ${name}`,
    why: `${problems.length === 1 ? 'one place' : `${problems.length} places`} in its schema must change:${lines.join('')}`,
    details: { problems },
  })
}

function toCrdVersion(parts: VersionParts, schema: StructuralSchema, problems: PathProblem[]): CrdVersion {
  const { name, isStorage, served = true, deprecated = false, columns = {}, scale, selectableFields = [] } = parts
  const hasStatus = schema.properties?.['status'] !== undefined
  if (typeof deprecated === 'string' && !/^[\P{C}]{1,256}$/u.test(deprecated)) {
    problems.push({ name: `versions.${name}.deprecated`, path: '', why: 'must be one line of 1 to 256 characters' })
  }
  const printed = toColumns(columns, schema, problems)
  const selectable = toSelectableFields(selectableFields, schema, problems)
  const subresources = {
    ...(hasStatus ? { status: {} } : {}),
    ...(scale === undefined ? {} : { scale: toScale(scale, schema, problems) }),
  }
  return {
    name,
    served: isStorage || served,
    storage: isStorage,
    ...(deprecated === false ? {} : { deprecated: true }),
    ...(typeof deprecated === 'string' ? { deprecationWarning: deprecated } : {}),
    schema: { openAPIV3Schema: schema },
    ...(Object.keys(subresources).length > 0 ? { subresources } : {}),
    ...(printed.length > 0 ? { additionalPrinterColumns: printed } : {}),
    ...(selectable.length > 0 ? { selectableFields: selectable } : {}),
  }
}

function pathError({ kind, group }: AnyDefinition, version: string, problems: readonly PathProblem[]): Error {
  return resourceErrors('KW_RESOURCE_PATH', {
    what: `define the resource ${kind}.${group} in version ${version}`,
    why: problems.map(({ name, path, why }) => `${name}: ${path === '' ? '' : `${path} `}${why}`).join('; '),
    next: 'Paths start with a dot and name fields of the schema, such as .spec.replicas.',
    details: { problems },
  })
}

function twice({ kind, group, version }: AnyDefinition): Error {
  return resourceErrors('KW_RESOURCE_NAME', {
    what: `define the resource ${kind}.${group}`,
    why: `${version} is both the stored version and one of \`versions\``,
    next: 'List only the other versions in `versions`.',
    details: { problems: [{ name: `versions.${version}`, why: 'is the stored version' }] },
  })
}
