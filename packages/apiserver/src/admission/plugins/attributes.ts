/** What plugins ask of the write at hand, and how they refuse it. */
import { forbidden } from '../../status/failures.ts'
import type { StatusCause, StatusError } from '../../status/status.ts'
import type { Attributes } from '../admission.ts'

/** Whether the write is about objects of this kind, whatever the version. */
export function isAbout({ kind }: Attributes, group: string, plural: string): boolean {
  return kind.plural === plural && kind.group === group
}

/** Whether the write is about the objects themselves, not about something below them. */
export function isAboutItself(attributes: Attributes, group: string, plural: string): boolean {
  return attributes.subresource === '' && isAbout(attributes, group, plural)
}

/** A 403. An object that gets its name only when it is stored goes by the beginning of it. */
export function refuse(attributes: Attributes, why: string, causes?: readonly StatusCause[]): StatusError {
  const { kind, name, object } = attributes
  const { name: given, generateName } = object?.metadata ?? {}
  const shown = name || given || generateName || 'Unknown'
  return forbidden({ group: kind.group, resource: kind.plural }, shown, why, causes)
}

/** Several failures as Go tells them: each once, in brackets if there are several. */
export function joinProblems(problems: readonly string[]): string {
  const unique = [...new Set(problems)]
  return unique.length === 1 ? unique[0]! : `[${unique.join(', ')}]`
}
