/** Classifies writes for plugins, and refuses them. */
import { forbidden } from '../../status/failures.ts'
import type { StatusCause, StatusError } from '../../status/status.ts'
import type { Attributes } from '../../kinds/admission.ts'

/** Whether the write concerns objects of this kind, in any version. */
export function isAbout({ kind }: Attributes, group: string, plural: string): boolean {
  return kind.plural === plural && kind.group === group
}

/** Whether the write concerns the objects themselves and not a subresource. */
export function isAboutItself(attributes: Attributes, group: string, plural: string): boolean {
  return attributes.subresource === '' && isAbout(attributes, group, plural)
}

/** A 403. An object without a name goes by its `generateName`. */
export function refuse(attributes: Attributes, why: string, causes?: readonly StatusCause[]): StatusError {
  const { kind, name, object } = attributes
  const { name: given, generateName } = object?.metadata ?? {}
  const shown = name || given || generateName || 'Unknown'
  return forbidden({ group: kind.group, resource: kind.plural }, shown, why, causes)
}

/** Aggregates errors as Go does: deduplicated, and in brackets if several remain. */
export function joinProblems(problems: readonly string[]): string {
  const unique = [...new Set(problems)]
  return unique.length === 1 ? unique[0]! : `[${unique.join(', ')}]`
}
