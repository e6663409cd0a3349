/**
 * The modes of impersonation. Four are constrained: besides the permission to impersonate (`impersonate:user-info` and its
 * like) they need permission for this very action as another user (`impersonate-on:user-info:list`). The last one, plain
 * `impersonate`, allows everything that the impersonated user may do.
 */
import type { User } from '../../identity/user.ts'
import { parseNodeUser, parseServiceAccountUser } from '../../identity/user.ts'
import { hasOnlyName, type WantedUser } from './wanted-user.ts'

export interface ImpersonationMode {
  /** As it appears in verbs: `user-info`. Plain impersonation has none. */
  readonly name: string | undefined
  /** Whether `caller` can impersonate `wanted` in this mode at all, regardless of permissions. */
  applies(wanted: WantedUser, caller: User): boolean
}

const nodeNameKey = 'authentication.kubernetes.io/node-name'

/** In the order they are tried. */
export const impersonationModes: readonly ImpersonationMode[] = [
  { name: 'associated-node', applies: (wanted, caller) => hasOnlyName(wanted) && runsOn(caller, wanted.name) },
  { name: 'arbitrary-node', applies: (wanted) => hasOnlyName(wanted) && parseNodeUser(wanted.name) !== undefined },
  {
    name: 'serviceaccount',
    applies: (wanted) => hasOnlyName(wanted) && parseServiceAccountUser(wanted.name) !== undefined,
  },
  {
    name: 'user-info',
    applies: ({ name }) => parseNodeUser(name) === undefined && parseServiceAccountUser(name) === undefined,
  },
  { name: undefined, applies: () => true },
]

/** Whether the caller is a service account of a pod on that node. */
function runsOn(caller: User, nodeUser: string): boolean {
  const node = parseNodeUser(nodeUser)
  if (node === undefined || parseServiceAccountUser(caller.name) === undefined) return false
  const names = caller.extra?.[nodeNameKey] ?? []
  return names.length === 1 && names[0] === node
}
