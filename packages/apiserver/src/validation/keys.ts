/** Validation of keys in ConfigMaps and Secrets, and of environment variables. */
import { invalid } from '../status/field-error.ts'
import { bytesIn, type Problems } from './problems.ts'

const keyText =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')"

/** The problems of a key of a ConfigMap or Secret. */
export function keyProblems(key: string): readonly string[] {
  const rules: readonly (readonly [boolean, string])[] = [
    [bytesIn(key) > 253, 'must be no more than 253 characters'],
    [!/^[-._a-zA-Z0-9]+$/.test(key), keyText],
    [key === '.', "must not be '.'"],
    [key === '..', "must not be '..'"],
    [key.startsWith('..') && key !== '..', "must not start with '..'"],
  ]
  return rules.filter(([isBroken]) => isBroken).map(([, message]) => message)
}

export function* configKey(key: string, path: string): Problems {
  for (const problem of keyProblems(key)) yield invalid(path, key, problem)
}

export function* variableName(name: string, path: string): Problems {
  if (!/^[ -<>-~]+$/.test(name)) {
    yield invalid(
      path,
      name,
      "a valid environment variable name must consist only of printable ASCII characters other than '='",
    )
  }
}
