/** Acting as somebody else, for those who may. */
import type { ServerRequest } from '../request/exchange.ts'
import type { ResourceRequest } from '../request/request-info.ts'
import { badRequest, forbidden } from '../status/failures.ts'
import type { Authorize } from './authorization.ts'
import type { User } from './user.ts'

interface Wish {
  readonly group: string
  readonly resource: string
  readonly subresource?: string
  readonly name: string
  readonly namespace?: string
}

const extraPrefix = 'impersonate-extra-'
const serviceAccountName = /^system:serviceaccount:([^:]+):([^:]+)$/

/** The user the request is made as: the caller, or whom the headers name. */
export async function impersonate(caller: User, request: ServerRequest, authorize: Authorize): Promise<User> {
  const name = request.headers['impersonate-user'] ?? ''
  const uid = request.headers['impersonate-uid'] ?? ''
  const groups = request.repeatedHeaders('impersonate-group')
  const extra = readExtra(request)
  const isAsked = uid !== '' || groups.length > 0 || Object.keys(extra).length > 0
  if (name === '') {
    if (isAsked) throw badRequest('requested impersonation of group, uid or extra without impersonating a user')
    return caller
  }
  for (const wish of wishes(name, uid, groups, extra)) await checkWish(wish, caller, authorize)
  return impersonated(name, uid, groups, extra)
}

function impersonated(
  name: string,
  uid: string,
  groups: readonly string[],
  extra: Record<string, readonly string[]>,
): User {
  const account = serviceAccountName.exec(name)
  const given =
    groups.length === 0 && account ? ['system:serviceaccounts', `system:serviceaccounts:${account[1]}`] : groups
  const standing = name === 'system:anonymous' ? 'system:unauthenticated' : 'system:authenticated'
  return {
    name,
    groups: given.includes(standing) ? given : [...given, standing],
    ...(uid === '' ? {} : { uid }),
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
  }
}

function* wishes(
  name: string,
  uid: string,
  groups: readonly string[],
  extra: Record<string, readonly string[]>,
): Iterable<Wish> {
  const account = serviceAccountName.exec(name)
  if (account) yield { group: '', resource: 'serviceaccounts', namespace: account[1]!, name: account[2]! }
  else yield { group: '', resource: 'users', name }
  for (const group of groups) yield { group: '', resource: 'groups', name: group }
  if (uid !== '') yield { group: 'authentication.k8s.io', resource: 'uids', name: uid }
  for (const [key, values] of Object.entries(extra)) {
    for (const value of values)
      yield { group: 'authentication.k8s.io', resource: 'userextras', subresource: key, name: value }
  }
}

async function checkWish(
  { group, resource, subresource = '', name, namespace = '' }: Wish,
  caller: User,
  authorize: Authorize,
): Promise<void> {
  const info = {
    isResource: true,
    verb: 'impersonate',
    group,
    version: 'v1',
    resource,
    subresource,
    name,
    namespace,
    subpath: '',
  }
  const { isAllowed, reason } = await authorize(info as unknown as ResourceRequest, caller)
  if (isAllowed) return
  const what = subresource === '' ? resource : `${resource}/${subresource}`
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${JSON.stringify(namespace)}`
  const because = reason === '' ? '' : `: ${reason}`
  throw forbidden(
    { group, resource },
    name,
    `User ${JSON.stringify(caller.name)} cannot impersonate resource ${JSON.stringify(what)} in API group ${JSON.stringify(group)} ${where}${because}`,
  )
}

/** Header names cannot hold every character; what they cannot is percent-encoded. */
function readExtra(request: ServerRequest): Record<string, readonly string[]> {
  const names = Object.keys(request.headers).filter((name) => name.startsWith(extraPrefix))
  return Object.fromEntries(
    names.map((name) => [decodeURIComponent(name.slice(extraPrefix.length)), request.repeatedHeaders(name)]),
  )
}
