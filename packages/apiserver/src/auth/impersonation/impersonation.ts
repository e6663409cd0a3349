/** Impersonation of other users. */
import type { ServerRequest } from '../../request/exchange.ts'
import { StatusError } from '../../status/status.ts'
import { accessDenied } from '../access-denied.ts'
import type { Access, Authorize } from '../authorization.ts'
import {
  anonymous,
  authenticated,
  parseNodeUser,
  parseServiceAccountUser,
  serviceAccountGroups,
  unauthenticated,
  type User,
} from '../../identity/user.ts'
import { type ImpersonationMode, impersonationModes } from './impersonation-mode.ts'
import { checkRights, type ImpersonationCheck } from './impersonation-rights.ts'
import { readWantedUser, type WantedUser } from './wanted-user.ts'

/**
 * The user a request runs as: the caller, or the user that the headers name.
 *
 * Failure: 400 for headers without a user name, 403 for callers without permission.
 */
export type Impersonate = (caller: User, request: ServerRequest, access: Access) => Promise<User>

/** For how many callers the last mode is remembered. */
const rememberedCallers = 10_000

/**
 * The last successful mode of each caller is tried first. That is not only faster: the modes differ in the groups they
 * give a node, and in the message of a refusal.
 */
export function createImpersonation(authorize: Authorize): Impersonate {
  const lastModes = new Map<string, ImpersonationMode>()
  return async (caller, request, access) => {
    const wanted = readWantedUser(request)
    if (wanted === undefined) return caller
    const last = lastModes.get(caller.name)
    const order = last === undefined ? impersonationModes : [last, ...impersonationModes.filter((one) => one !== last)]
    const mode = await findMode(order, { wanted, caller, authorize }, access)
    if (lastModes.size >= rememberedCallers) lastModes.delete(lastModes.keys().next().value!)
    lastModes.set(caller.name, mode)
    return impersonated(wanted, mode)
  }
}

/** The first mode that succeeds. Failure: the error of the first mode that applied. */
async function findMode(
  modes: readonly ImpersonationMode[],
  who: Omit<ImpersonationCheck, 'mode'>,
  access: Access,
): Promise<ImpersonationMode> {
  let refusal: StatusError | undefined
  for (const mode of modes) {
    if (!mode.applies(who.wanted, who.caller)) continue
    try {
      await checkMode({ ...who, mode }, access)
      return mode
    } catch (error) {
      if (!(error instanceof StatusError)) throw error
      refusal ??= error
    }
  }
  throw refusal!
}

async function checkMode(check: ImpersonationCheck, access: Access): Promise<void> {
  const { mode, caller, authorize } = check
  if (mode.name !== undefined) {
    const doing = { ...access, verb: `impersonate-on:${mode.name}:${access.verb}` }
    const { isAllowed, reason } = await authorize(doing, caller)
    if (!isAllowed) throw accessDenied(doing, caller, reason)
  }
  await checkRights(check)
}

function impersonated({ name, uid, groups, extra }: WantedUser, mode: ImpersonationMode): User {
  const given = groups.length > 0 ? groups : impliedGroups(name, mode)
  return {
    name,
    groups: withStanding(name, given),
    ...(uid === '' ? {} : { uid }),
    ...(Object.keys(extra).length > 0 ? { extra: { ...extra } } : {}),
  }
}

/** Groups implied by the name. */
function impliedGroups(name: string, mode: ImpersonationMode): readonly string[] {
  const account = parseServiceAccountUser(name)
  if (account) return serviceAccountGroups(account.namespace)
  return mode.name !== undefined && parseNodeUser(name) !== undefined ? ['system:nodes'] : []
}

function withStanding(name: string, groups: readonly string[]): readonly string[] {
  const isAnonymous = name === anonymous.name
  if (!isAnonymous && groups.includes(unauthenticated)) return groups
  const standing = isAnonymous ? unauthenticated : authenticated
  return groups.includes(standing) ? groups : [...groups, standing]
}
