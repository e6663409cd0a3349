/** Errors for denied accesses. */
import { goQuote } from '@kubewright/core/go'
import { forbidden } from '../status/failures.ts'
import { StatusError } from '../status/status.ts'
import type { Access } from './authorization.ts'
import type { User } from '../identity/user.ts'

/** The 403 for a denied access, with the reason appended. */
export function accessDenied(access: Access, user: User, reason: string): StatusError {
  const because = reason === '' ? '' : `: ${reason}`
  const why = `${withoutMarkup(describe(access, user))}${because}`
  if (!access.isResource) return new StatusError(403, 'Forbidden', `forbidden: ${why}`, {})
  return forbidden({ group: access.group, resource: access.resource }, access.name, why)
}

function describe(access: Access, user: User): string {
  const who = `User ${goQuote(user.name)} cannot ${access.verb}`
  if (!access.isResource) return `${who} path ${goQuote(decodedPath(access.path))}`
  const { group, resource, subresource, namespace } = access
  const what = subresource === '' ? resource : `${resource}/${subresource}`
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${goQuote(namespace)}`
  return `${who} resource ${goQuote(what)} in API group ${goQuote(group)} ${where}`
}

/** Escapes characters that a careless reader could take for HTML. */
function withoutMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
