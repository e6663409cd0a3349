/** All permissions that an impersonation needs: on the name, the UID, each group and each extra. */
import { nameProblems } from '@kubewright/core/object'
import { goQuote } from '@kubewright/core/go'
import { accessDenied } from '../access-denied.ts'
import type { Authorize, ResourceAccess } from '../authorization.ts'
import { masters, parseNodeUser, parseServiceAccountUser, type User } from '../../identity/user.ts'
import type { ImpersonationMode } from './impersonation-mode.ts'
import type { WantedUser } from './wanted-user.ts'

export interface ImpersonationCheck {
  readonly mode: ImpersonationMode
  readonly wanted: WantedUser
  readonly caller: User
  readonly authorize: Authorize
}

const authenticationGroup = 'authentication.k8s.io'
/** From this many checks on, the wildcard permission is checked first. */
const many = 4

/** Failure: the 403 for the first missing permission. */
export async function checkRights(check: ImpersonationCheck): Promise<void> {
  const { wanted } = check
  await demand(check, nameAccess(check))
  if (wanted.uid !== '') await demand(check, { ...access(check, 'uids', wanted.uid), group: authenticationGroup })
  await checkGroups(check)
  await checkExtra(check)
}

/** Failure: a 403 that describes the access. */
export async function demand({ authorize, caller }: ImpersonationCheck, wish: ResourceAccess): Promise<void> {
  const { isAllowed, reason } = await authorize(wish, caller)
  if (!isAllowed) throw accessDenied(wish, caller, reason)
}

function access({ mode }: ImpersonationCheck, resource: string, name: string): ResourceAccess {
  return {
    isResource: true,
    verb: mode.name === undefined ? 'impersonate' : `impersonate:${mode.name}`,
    group: mode.name === undefined ? '' : authenticationGroup,
    resource,
    subresource: '',
    namespace: '',
    name,
  }
}

function nameAccess(check: ImpersonationCheck): ResourceAccess {
  const { name } = check.wanted
  const account = parseServiceAccountUser(name)
  if (account) return { ...access(check, 'serviceaccounts', account.name), namespace: account.namespace }
  const node = check.mode.name === undefined ? undefined : parseNodeUser(name)
  if (node === undefined) return access(check, 'users', name)
  return access(check, 'nodes', check.mode.name === 'associated-node' ? '*' : node)
}

async function checkGroups(check: ImpersonationCheck): Promise<void> {
  const { wanted, caller, mode } = check
  if (mode.name !== undefined) {
    if (wanted.groups.includes('')) {
      throw accessDenied(access(check, 'groups', ''), caller, 'impersonating the empty string group is not allowed')
    }
    if (wanted.groups.includes(masters)) {
      const why = `impersonating the ${masters} group is not allowed`
      throw accessDenied(access(check, 'groups', masters), caller, why)
    }
    if (wanted.groups.length >= many && (await isAllowed(check, access(check, 'groups', '*')))) return
  }
  for (const group of wanted.groups) await demand(check, access(check, 'groups', group))
}

async function checkExtra(check: ImpersonationCheck): Promise<void> {
  const { wanted, caller, mode } = check
  const entries = Object.entries(wanted.extra)
  const extraAccess = (key: string, value: string): ResourceAccess => ({
    ...access(check, 'userextras', value),
    group: authenticationGroup,
    subresource: key,
  })
  if (mode.name !== undefined) {
    const problem = entries.map(extraProblem).find((text) => text !== undefined)
    if (problem !== undefined) throw accessDenied(extraAccess('', ''), caller, problem)
    const count = entries.reduce((sum, [, values]) => sum + values.length, 0)
    if (count >= many && (await isAllowed(check, extraAccess('*', '*')))) return
  }
  for (const [key, values] of entries) for (const value of values) await demand(check, extraAccess(key, value))
}

async function isAllowed({ authorize, caller }: ImpersonationCheck, wish: ResourceAccess): Promise<boolean> {
  return (await authorize(wish, caller)).isAllowed
}

function extraProblem([key, values]: [string, readonly string[]]): string | undefined {
  if (key === '') return 'impersonating the empty string key in extra is not allowed'
  const problems = keyProblems(key)
  const text = problems.length === 1 ? problems[0] : `[${problems.join(', ')}]`
  if (problems.length > 0) return `impersonating an invalid key in extra is not allowed: ${text}`
  if (values.includes('')) return 'impersonating the empty string value in extra is not allowed'
  return undefined
}

const pathForm = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+"
const pathPattern = new RegExp(`^${pathForm}$`)

/** Keys look like `acme.io/project`. */
function keyProblems(key: string): readonly string[] {
  const slash = key.indexOf('/')
  const invalid = (value: string, why: string) => `extra.key: Invalid value: ${goQuote(value)}: ${why}`
  if (slash <= 0 || slash === key.length - 1) {
    return [invalid(key, 'must be a domain-prefixed path (such as "acme.io/foo")')]
  }
  const [domain, path] = [key.slice(0, slash), key.slice(slash + 1)]
  return [
    ...nameProblems('dns1123Subdomain', domain).map((problem) => invalid(domain, problem)),
    ...(pathPattern.test(path) ? [] : [invalid(path, `Invalid path (regex used for validation is '${pathForm}')`)]),
  ]
}
