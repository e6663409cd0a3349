/** What a validating function finds: problems, for which a write is refused, and warnings, which its author is shown. */

export interface Problem {
  /** The field, as people write it: `spec.ports[0].name`. Empty for the object as a whole. */
  readonly path: string
  /** What is wrong with it, and what to do. */
  readonly message: string
  readonly isWarning?: false
}

export interface Warning {
  readonly path: string
  readonly message: string
  readonly isWarning: true
}

export type Finding = Problem | Warning

/**
 * The write is refused, and this is why.
 *
 * @example
 * ```ts
 * problem('spec.domain', 'cannot change once set') // => { path: 'spec.domain', message: 'cannot change once set' }
 * ```
 */
export function problem(path: string, message: string): Problem {
  return { path, message }
}

/** The write goes on; whoever writes sees this, `kubectl` included. */
export function warning(path: string, message: string): Warning {
  return { path, message, isWarning: true }
}

export function formatFinding({ path, message }: Finding): string {
  return path === '' ? message : `${path}: ${message}`
}

/** Longer ones are cut by the API server, which also drops those it cannot put into a header. */
const longestWarning = 256

/** One line, of a length that arrives. */
export function warningText(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= longestWarning ? line : `${line.slice(0, longestWarning - 1)}…`
}
