/** Users, and the names and groups that have a meaning on every server. */
import { nameProblems } from '@kubewright/core/object'

/** The identity of a request: a user name, its groups and the extra attributes of `userInfo`. */
export interface User {
  readonly name: string
  readonly uid?: string
  readonly groups: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/** The group of all authenticated users. */
export const authenticated = 'system:authenticated'
/** The group of all callers without credentials. */
export const unauthenticated = 'system:unauthenticated'
/** Members may do everything, regardless of the rules. */
export const masters = 'system:masters'

export const anonymous: User = { name: 'system:anonymous', groups: [unauthenticated] }

/** The server itself, as the author of its own writes. */
export const apiServerUser: User = { name: 'system:apiserver', groups: [masters, authenticated] }

/** Identifies the credential of the caller. */
export const credentialIdKey = 'authentication.kubernetes.io/credential-id'

/** Adds the group of authenticated users, unless the groups already state whether the user is authenticated. */
export function withAuthenticated(user: User): User {
  const isSaid = user.groups.includes(authenticated) || user.groups.includes(unauthenticated)
  return isSaid || user.name === anonymous.name ? user : { ...user, groups: [...user.groups, authenticated] }
}

export interface ServiceAccountName {
  readonly namespace: string
  readonly name: string
}

export function serviceAccountUser({ namespace, name }: ServiceAccountName): string {
  return `system:serviceaccount:${namespace}:${name}`
}

export function serviceAccountGroups(namespace: string): readonly string[] {
  return ['system:serviceaccounts', `system:serviceaccounts:${namespace}`]
}

/** `undefined` if the user is not a service account, or has an invalid name. */
export function parseServiceAccountUser(user: string): ServiceAccountName | undefined {
  const [system, kind, namespace, name, ...rest] = user.split(':')
  if (system !== 'system' || kind !== 'serviceaccount' || rest.length > 0) return undefined
  if (namespace === undefined || name === undefined) return undefined
  const problems = [...nameProblems('dns1123Label', namespace), ...nameProblems('dns1123Subdomain', name)]
  return problems.length === 0 ? { namespace, name } : undefined
}

/** The node name of a node's user. */
export function parseNodeUser(user: string): string | undefined {
  if (!user.startsWith('system:node:')) return undefined
  const name = user.slice('system:node:'.length)
  return nameProblems('dns1123Subdomain', name).length === 0 ? name : undefined
}
