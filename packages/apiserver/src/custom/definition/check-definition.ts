/** Validates a new or changed definition. Common metadata is validated elsewhere. */
import { deepEqual } from '@kubewright/core/json'
import { type Problems, unchanged } from '../../validation/problems.ts'
import type { Draft } from '../../object/draft.ts'
import { invalid } from '../../status/field-error.ts'
import { approvalProblems } from './approval.ts'
import { bundleProblem } from './ca-bundle.ts'
import { hasKnownVersion } from './check-conversion.ts'
import { namesProblems } from './check-names.ts'
import { type SpecScope, specProblems } from './check-spec.ts'
import { isTrue } from './conditions.ts'
import { type DefinitionVersion, specOf, statusOf, versionsOf } from './definition.ts'

export function* definitionProblems(definition: Draft): Problems {
  yield* nameProblems(definition)
  yield* specProblems(specOf(definition), newScope)
  yield* statusProblems(definition)
  yield* storedVersionProblems(definition)
  yield* approvalProblems(definition, undefined)
  yield* preservingProblems(definition, undefined)
}

export function* definitionUpdateProblems(definition: Draft, old: Draft): Problems {
  const [spec, before] = [specOf(definition), specOf(old)]
  yield* specProblems(spec, updateScope(definition, old))
  if (isTrue(old, 'Established')) {
    yield* unchanged(spec.scope, before.scope, 'spec.scope')
    yield* unchanged(spec.names?.kind, before.names?.kind, 'spec.names.kind')
  }
  yield* unchanged(spec.group, before.group, 'spec.group')
  yield* unchanged(spec.names?.plural, before.names?.plural, 'spec.names.plural')
  yield* statusProblems(definition)
  yield* storedVersionProblems(definition)
  yield* approvalProblems(definition, old)
  yield* preservingProblems(definition, old)
}

export function statusProblems(definition: Draft): Problems {
  return namesProblems(statusOf(definition).acceptedNames ?? {}, 'status.acceptedNames')
}

function* nameProblems(definition: Draft): Problems {
  const { group = '', names } = specOf(definition)
  const { name = '' } = definition.metadata
  if (name !== '' && name !== `${names?.plural ?? ''}.${group}`) {
    yield invalid('metadata.name', name, 'must be spec.names.plural+"."+spec.group')
  }
}

const newScope: SpecScope = {
  allowsBadBundle: true,
  needsKnownVersion: true,
  knownSchemas: new Set(),
  crowdedFields: new Set(),
}

function updateScope(definition: Draft, old: Draft): SpecScope {
  const webhook = specOf(old).conversion?.webhook
  const [versions, bundle] = [webhook?.conversionReviewVersions ?? [], webhook?.clientConfig?.caBundle ?? '']
  return {
    allowsBadBundle: !isTrue(old, 'Established') || (bundle !== '' && bundleProblem(bundle) !== undefined),
    needsKnownVersion: versions.length === 0 || hasKnownVersion(versions),
    knownSchemas: sameIn(definition, old, ({ schema, subresources }) => [schema, subresources?.status !== undefined]),
    crowdedFields: sameIn(definition, old, ({ selectableFields }) => selectableFields),
  }
}

/** The versions in which a part is unchanged. */
function sameIn(definition: Draft, old: Draft, part: (version: DefinitionVersion) => unknown): ReadonlySet<string> {
  const before = new Map(versionsOf(old).map((version) => [version.name, version]))
  const same = versionsOf(definition).filter((version) => {
    const other = before.get(version.name)
    return other !== undefined && deepEqual(part(version), part(other))
  })
  return new Set(same.map(({ name = '' }) => name))
}

function* storedVersionProblems(definition: Draft): Problems {
  const path = 'status.storedVersions'
  const { storedVersions = [] } = statusOf(definition)
  if (storedVersions.length === 0) return yield invalid(path, null, 'must have at least one stored version')
  const versions = versionsOf(definition)
  for (const { name = '', storage } of versions) {
    if (storage && !storedVersions.includes(name)) {
      yield invalid(path, storedVersions, `must have the storage version ${name}`)
    }
  }
  for (const [at, name] of storedVersions.entries()) {
    if (versions.some((version) => version.name === name)) continue
    const why = `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`
    yield invalid(`${path}[${at}]`, name, why)
  }
}

function* preservingProblems(definition: Draft, old: Draft | undefined): Problems {
  if (old !== undefined && specOf(old).preserveUnknownFields === true) return
  if (specOf(definition).preserveUnknownFields !== true) return
  const why = 'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead'
  yield invalid('spec.preserveUnknownFields', true, why)
}
