/** Results of validating functions: problems, which reject a write, and warnings, which are shown to its author. */

/** A reason to refuse an object, with the path of the field. */
export interface Problem {
  /** Path of the field: `spec.ports[0].name`. Empty for the whole object. */
  readonly path: string
  /** What is wrong, and what to do. */
  readonly message: string
  readonly isWarning?: false
}

/** A message for the author of a write, which does not reject it. Created by `warning`. */
export interface Warning {
  readonly path: string
  readonly message: string
  readonly isWarning: true
}

/** A result of a validating function: a problem rejects the write, a warning does not. */
export type Finding = Problem | Warning

/**
 * A reason to reject the write.
 *
 * @example
 * ```ts
 * problem('spec.domain', 'cannot change once set') // => { path: 'spec.domain', message: 'cannot change once set' }
 * ```
 */
export function problem(path: string, message: string): Problem {
  return { path, message }
}

/** The write proceeds; the client shows the message, `kubectl` included. */
export function warning(path: string, message: string): Warning {
  return { path, message, isWarning: true }
}

export function formatFinding({ path, message }: Finding): string {
  return path === '' ? message : `${path}: ${message}`
}

/** The API server truncates longer warnings, and drops those that do not fit into a header. */
const longestWarning = 256

/** A single line within the length limit. */
export function warningText(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= longestWarning ? line : `${line.slice(0, longestWarning - 1)}…`
}
