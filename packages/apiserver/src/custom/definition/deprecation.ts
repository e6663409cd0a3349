/** Deprecated versions. */
import { compareVersionPriority } from '@kubewright/core/object'
import type { Problems } from '../../validation/problems.ts'
import { invalid } from '../../status/field-error.ts'
import type { DefinitionSpec, DefinitionVersion } from './definition.ts'

const longestWarning = 256

export function* deprecationProblems(isDeprecated: boolean, warning: string | undefined, path: string): Problems {
  if (warning === undefined) return
  const shown = pointed(warning)
  if (!isDeprecated) return yield invalid(path, shown, 'can only be set for deprecated versions')
  if (Buffer.byteLength(warning) > longestWarning) yield invalid(path, shown, 'must be <= 256 characters long')
  if (warning === '') yield invalid(path, shown, 'must not be an empty string')
  const at = warning.search(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u)
  if (at >= 0) {
    const index = Buffer.byteLength(warning.slice(0, at))
    const why = `must only contain printable UTF-8 characters; non-printable character found at index ${index}`
    yield invalid(path, shown, why)
  }
}

/** A string behind a Go pointer is shown as JSON, not as a Go-quoted string. */
function pointed(text: string): object {
  return { toJSON: () => text }
}

/** The warning on every response in a deprecated version. */
export function deprecationWarning(spec: DefinitionSpec, version: DefinitionVersion): string | undefined {
  if (version.deprecated !== true) return undefined
  if (version.deprecationWarning !== undefined) return version.deprecationWarning
  const { group, names, versions = [] } = spec
  const name = (one: DefinitionVersion) => `${group}/${one.name} ${names?.kind}`
  const [better] = versions
    .filter((one) => one.served && !one.deprecated && compareVersionPriority(one.name!, version.name!) < 0)
    .sort((a, b) => compareVersionPriority(a.name!, b.name!))
  return `${name(version)} is deprecated${better === undefined ? '' : `; use ${name(better)}`}`
}
