/** Validation of controller names and the like: a domain, a slash, and a path. */
import { nameProblems } from '@kubewright/core/object'
import { invalid, required } from '../status/field-error.ts'
import type { Problems } from './problems.ts'

export function* domainPath(text: string, path: string): Problems {
  if (text === '') return yield required(path)
  const at = text.indexOf('/')
  const [domain, rest] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)]
  if (at < 0 || domain === '' || rest === '') {
    return yield invalid(path, text, 'must be a domain-prefixed path (such as "acme.io/foo")')
  }
  for (const problem of nameProblems('dns1123Subdomain', domain)) yield invalid(path, domain, problem)
  if (!/^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/.test(rest)) yield invalid(path, rest, pathText)
}

const pathText =
  "a valid path must consist of alphanumeric characters, '-', '.', '_', '~', '%', '!', '$', '&', ''', '(', ')', '*', '+', ',', ';', '=', ':', '/' (e.g. '/path', regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')"
