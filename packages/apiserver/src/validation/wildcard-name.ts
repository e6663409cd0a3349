/** Validation of wildcard host names: `*.example.com`. */
import { invalid } from '../status/field-error.ts'
import type { Problems } from './problems.ts'

const pattern = '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*'
const form = new RegExp(`^${pattern}$`)
const text = `a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for validation is '${pattern}')`

export function* wildcardName(name: string, path: string): Problems {
  if (name.length > 253) yield invalid(path, name, 'must be no more than 253 characters')
  if (!form.test(name)) yield invalid(path, name, text)
}
