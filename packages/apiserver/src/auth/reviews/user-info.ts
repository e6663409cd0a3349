/** A user as reviews show it. */
import type { User } from '../../identity/user.ts'

export function userInfoOf({ name, uid, groups, extra = {} }: User): object {
  const entries = Object.entries(extra).sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    ...(name === '' ? {} : { username: name }),
    ...(uid === undefined || uid === '' ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups }),
    ...(entries.length === 0 ? {} : { extra: Object.fromEntries(entries) }),
  }
}
