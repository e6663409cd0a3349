/** Who is calling, and the names and groups that mean something to every server. */
import { nameProblems } from '@kubewright/core'

export interface User {
  readonly name: string
  readonly uid?: string
  readonly groups: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/** The group of everybody who proved who they are. */
export const authenticated = 'system:authenticated'
/** The group of everybody who did not try to. */
export const unauthenticated = 'system:unauthenticated'
/** Members may do everything, whatever the rules say. */
export const masters = 'system:masters'

export const anonymous: User = { name: 'system:anonymous', groups: [unauthenticated] }

/** The server itself, as it calls itself when it writes. */
export const apiServerUser: User = { name: 'system:apiserver', groups: [masters, authenticated] }

/** Which credential a caller showed. */
export const credentialIdKey = 'authentication.kubernetes.io/credential-id'

/** Adds the group of those who proved who they are, unless the user's groups already say on which side it stands. */
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

/** `undefined` for users that are no service account, or could not be one. */
export function parseServiceAccountUser(user: string): ServiceAccountName | undefined {
  const [system, kind, namespace, name, ...rest] = user.split(':')
  if (system !== 'system' || kind !== 'serviceaccount' || rest.length > 0) return undefined
  if (namespace === undefined || name === undefined) return undefined
  const problems = [...nameProblems('dns1123Label', namespace), ...nameProblems('dns1123Subdomain', name)]
  return problems.length === 0 ? { namespace, name } : undefined
}

/** The node a user name stands for. */
export function parseNodeUser(user: string): string | undefined {
  if (!user.startsWith('system:node:')) return undefined
  const name = user.slice('system:node:'.length)
  return nameProblems('dns1123Subdomain', name).length === 0 ? name : undefined
}
