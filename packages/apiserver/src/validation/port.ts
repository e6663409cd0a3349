/** Validation of port numbers and names. */
import { unsupported, invalid, required } from '../status/field-error.ts'
import { isBlank, type Problems, rangeText } from './problems.ts'

export const protocols = ['SCTP', 'TCP', 'UDP']

export function* portNumber(value: number, path: string): Problems {
  if (value < 1 || value > 65_535) yield invalid(path, value, rangeText(1, 65_535))
}

/** A port name has at most 15 letters, digits and single dashes, at least one of them a letter. */
export function portNameProblems(name: string): readonly string[] {
  const rules: readonly (readonly [boolean, string])[] = [
    [name.length > 15, 'must be no more than 15 characters'],
    [!/^[-a-z0-9]+$/.test(name), 'must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)'],
    [!/[a-z]/.test(name), 'must contain at least one letter (a-z)'],
    [name.includes('--'), 'must not contain consecutive hyphens'],
    [name.startsWith('-') || name.endsWith('-'), 'must not begin or end with a hyphen'],
  ]
  return rules.filter(([isBroken]) => isBroken).map(([, message]) => message)
}

export function* portName(name: string, path: string): Problems {
  for (const problem of portNameProblems(name)) yield invalid(path, name, problem)
}

export function* portNumberOrName(port: string | number | undefined, path: string): Problems {
  if (typeof port === 'string') yield* portName(port, path)
  else yield* portNumber(port ?? 0, path)
}

export function* protocol(value: string | undefined, path: string): Problems {
  if (isBlank(value)) yield required(path)
  else if (!protocols.includes(value)) yield unsupported(path, value, protocols)
}
