/** Acting as somebody else, for those who may. */
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
} from '../user.ts'
import { type ImpersonationMode, impersonationModes } from './impersonation-mode.ts'
import { checkRights, type ImpersonationCheck } from './impersonation-rights.ts'
import { readWantedUser, type WantedUser } from './wanted-user.ts'

/**
 * The user a request is made as: the caller, or whom the headers name.
 *
 * Failure: 400 for headers that name nobody, 403 for callers who may not.
 */
export type Impersonate = (caller: User, request: ServerRequest, access: Access) => Promise<User>

/** How many callers' ways are remembered. */
const rememberedCallers = 10_000

/**
 * Each caller's last successful way is tried first the next time. That is not only faster: the ways differ in the groups
 * they give a node, and in what a refusal says.
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

/** The first way that works. Failure: what the first one that applied said. */
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

/** Groups that go with a name. */
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
