/** Validates the spec of a definition, with errors in kube-apiserver's order. */
import { nameProblems } from '@kubewright/core/object'
import { each, isBlank, oneOf, type Problems } from '../../validation/problems.ts'
import { invalid, required } from '../../status/field-error.ts'
import { type ConversionScope, conversionProblems } from './check-conversion.ts'
import { columnProblems, selectableFieldProblems } from './check-columns.ts'
import { joinedProblems, namesProblems } from './check-names.ts'
import { subresourceProblems } from './check-paths.ts'
import { schemaErrors } from './check-version-schema.ts'
import type { DefinitionNames, DefinitionSpec, DefinitionVersion } from './definition.ts'
import { deprecationProblems } from './deprecation.ts'
import { goVersions } from './go-form.ts'
import { type Hoisted, type HoistedSpec, hoistedSpec } from './hoisted-spec.ts'

export interface SpecScope extends ConversionScope {
  /** Versions with an unchanged schema, which was accepted before. */
  readonly knownSchemas: ReadonlySet<string>
  /** Versions that already exceed the limit of selectable fields. */
  readonly crowdedFields: ReadonlySet<string>
}

export function* specProblems(spec: DefinitionSpec, scope: SpecScope): Problems {
  const { group = '', conversion, names = {}, versions = [] } = spec
  const hoisted = hoistedSpec(spec)
  yield* groupProblems(group, 'spec.group')
  yield* oneOf(spec.scope, 'spec.scope', ['Cluster', 'Namespaced'])
  yield* missingSchemas(hoisted)
  for (const [version, at] of each(hoisted.versions, 'spec.versions')) {
    yield* joinedProblems(version.name ?? '', version.name ?? '', `${at}.name`)
    const subresources = version.subresources ?? hoisted.subresources
    yield* versionProblems(version, at, { scope, hasStatus: subresources?.status !== undefined })
  }
  yield* togetherProblems(hoisted.versions, spec.versions === undefined)
  for (const field of ['plural', 'singular', 'kind', 'listKind'] as const satisfies (keyof DefinitionNames)[]) {
    if (isBlank(names[field])) yield required(`spec.names.${field}`)
  }
  yield* namesProblems(names, 'spec.names')
  yield* hoistedProblems(hoisted, scope, versions)
  if (conversion !== undefined) yield* conversionProblems(conversion, 'spec.conversion', scope)
}

function* groupProblems(group: string, path: string): Problems {
  if (group === '') return yield required(path)
  const problems = nameProblems('dns1123Subdomain', group)
  if (problems.length > 0) yield invalid(path, group, problems.join(','))
  else if (!group.includes('.')) yield invalid(path, group, 'should be a domain with at least one dot')
}

function* missingSchemas({ schema, versions }: HoistedSpec): Problems {
  if (schema?.openAPIV3Schema !== undefined) return
  for (const [version, at] of each(versions, 'spec.versions')) {
    if (version.schema?.openAPIV3Schema === undefined) yield required(`${at}.schema.openAPIV3Schema`)
  }
}

interface VersionScope {
  readonly scope: SpecScope
  readonly hasStatus: boolean
}

function* versionProblems(version: DefinitionVersion, path: string, { scope, hasStatus }: VersionScope): Problems {
  const { name = '', deprecated = false, deprecationWarning } = version
  yield* deprecationProblems(deprecated, deprecationWarning, `${path}.deprecationWarning`)
  if (version.schema?.openAPIV3Schema !== undefined && !scope.knownSchemas.has(name)) {
    yield* schemaErrors(version.schema.openAPIV3Schema, { path: `${path}.schema`, hasStatus })
  }
  yield* partProblems(toHoisted(version), path, scope.crowdedFields.has(name))
}

const toHoisted = (version: DefinitionVersion): Hoisted => ({
  schema: version.schema,
  subresources: version.subresources,
  additionalPrinterColumns: version.additionalPrinterColumns,
  selectableFields: version.selectableFields,
})

/** The parts that may be in a version, or hoisted above all versions. */
function* partProblems(part: Hoisted, path: string, allowsTooMany: boolean): Problems {
  yield* subresourceProblems(part.subresources, `${path}.subresources`)
  for (const [column, at] of each(part.additionalPrinterColumns, `${path}.additionalPrinterColumns`)) {
    yield* columnProblems(column, at)
  }
  const { selectableFields: fields = [] } = part
  const schema = part.schema?.openAPIV3Schema
  if (fields.length === 0) return
  if (schema === undefined) {
    const why = path.includes('versions')
      ? 'may only be set when `version.schema.openAPIV3Schema` is not included'
      : 'may only be set when validations.schema is included'
    yield invalid(`${path}.selectableFields`, '', why)
  } else yield* selectableFieldProblems(fields, `${path}.selectableFields`, { schema, allowsTooMany })
}

function* togetherProblems(versions: readonly DefinitionVersion[], isAbsent: boolean): Problems {
  const path = 'spec.versions'
  const shown = isAbsent ? null : goVersions(versions)
  if (new Set(versions.map(({ name }) => name ?? '')).size < versions.length) {
    yield invalid(path, shown, 'must contain unique version names')
  }
  if (versions.filter(({ storage }) => storage).length !== 1) {
    yield invalid(path, shown, 'must have exactly one version marked as storage version')
  }
  const first = versions[0]?.name ?? ''
  // The internal type also has the first version's name in `spec.version`, where it is validated again.
  if (first !== '') yield* joinedProblems(first, first, 'spec.version')
}

function* hoistedProblems(hoisted: HoistedSpec, scope: SpecScope, versions: readonly DefinitionVersion[]): Problems {
  const schema = hoisted.schema?.openAPIV3Schema
  const hasStatus = versions.some(({ subresources }) => subresources?.status !== undefined)
  const isKnown = versions.every(({ name = '' }) => scope.knownSchemas.has(name))
  if (schema !== undefined && !isKnown) yield* schemaErrors(schema, { path: 'spec.validation', hasStatus })
  yield* partProblems(hoisted, 'spec', scope.crowdedFields.has(versions[0]?.name ?? ''))
}
