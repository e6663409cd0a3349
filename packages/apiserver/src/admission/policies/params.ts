/** The parameter objects that a binding selects for its policy. */
import type { LabelSelector } from '@kubewright/core'
import { parseApiVersion } from '@kubewright/core/object'
import { compileLabelSelector } from '@kubewright/core/selectors'
import type { ParamKind, ParamRef } from '@kubewright/kubernetes/admissionregistration/v1'
import type { ServedKind } from '../../kinds/served-kind.ts'
import { type Draft, draftOf } from '../../object/draft.ts'
import type { Version } from '../../storage/version.ts'
import type { Attributes } from '../../kinds/admission.ts'
import type { MatchDependencies } from '../matching/dependencies.ts'
import { namespaceOf } from '../matching/rule.ts'

/** A misconfigured policy or binding. */
export class ConfigurationProblem extends Error {}

/** The kind of the parameters; `undefined` if the policy has none. Failure: throws `ConfigurationProblem`. */
export function findParamKind(paramKind: ParamKind | undefined, { kinds }: MatchDependencies): ServedKind | undefined {
  if (paramKind === undefined) return undefined
  const { apiVersion = '', kind = '' } = paramKind
  const { group, version } = parseApiVersion(apiVersion)
  const found = kinds.findKind(group, version, kind)
  if (found !== undefined) return found
  throw new ConfigurationProblem(`failed to find resource referenced by paramKind: '${group}/${version}, Kind=${kind}'`)
}

/**
 * The parameters, each for one evaluation; `null` for an evaluation without parameters.
 *
 * Failure: throws `ConfigurationProblem`.
 */
export async function findParams(
  kind: ServedKind | undefined,
  ref: ParamRef | undefined,
  attributes: Attributes,
  { collection }: MatchDependencies,
): Promise<readonly (Draft | null)[]> {
  if (kind === undefined || ref === undefined) return [null]
  const prefix = prefixOf(kind, ref, attributes)
  const [plural = '', ...group] = kind.storage.collection.split('.')
  const versions = selectVersions(collection(group.join('.'), plural), ref, prefix)
  if (versions.length === 0 && ref.parameterNotFoundAction === 'Deny') {
    throw new ConfigurationProblem('no params found for policy binding with `Deny` parameterNotFoundAction')
  }
  return kind.storage.read(versions.map(({ object }) => draftOf(object.text)))
}

/** Key prefix of the parameters. Namespaced ones come from the referenced namespace, or from that of the write. */
function prefixOf(kind: ServedKind, { namespace = '' }: ParamRef, attributes: Attributes): string {
  if (!kind.isNamespaced) {
    if (namespace === '') return ''
    throw new ConfigurationProblem('paramRef.namespace must not be provided for a cluster-scoped `paramKind`')
  }
  const own = namespace || namespaceOf(attributes)
  if (own === '') {
    throw new ConfigurationProblem(
      'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources',
    )
  }
  return `${own}/`
}

interface Readable {
  read(key: string): Version | undefined
  range(options: { prefix: string }): { readonly versions: readonly Version[] }
}

function selectVersions(collection: Readable, { name = '', selector }: ParamRef, prefix: string): readonly Version[] {
  if (name !== '') {
    const version = collection.read(`${prefix}${name}`)
    return version === undefined ? [] : [version]
  }
  const matches = compileLabelSelector((selector ?? {}) as LabelSelector)
  return collection.range({ prefix }).versions.filter(({ object }) => matches(object.labels))
}
