/** The user that the headers of a request ask to impersonate. */
import { goQuote } from '@kubewright/core/go'
import type { ServerRequest } from '../../request/exchange.ts'
import { badRequest } from '../../status/failures.ts'

/** As in the headers: without defaults, and not validated. */
export interface WantedUser {
  readonly name: string
  readonly uid: string
  readonly groups: readonly string[]
  readonly extra: Readonly<Record<string, readonly string[]>>
}

const extraPrefix = 'impersonate-extra-'

/** `undefined` without impersonation. Failure: 400 if the headers name groups, a UID or extras without a user name. */
export function readWantedUser(request: ServerRequest): WantedUser | undefined {
  const wanted = {
    name: request.repeatedHeaders('impersonate-user')[0] ?? '',
    uid: request.repeatedHeaders('impersonate-uid')[0] ?? '',
    groups: request.repeatedHeaders('impersonate-group'),
    extra: readExtra(request),
  }
  if (wanted.name !== '') return wanted
  if (hasOnlyName(wanted)) return undefined
  throw badRequest(`requested ${goUser(wanted)} without impersonating a user name`)
}

export function hasOnlyName({ uid, groups, extra }: WantedUser): boolean {
  return uid === '' && groups.length === 0 && Object.keys(extra).length === 0
}

function readExtra(request: ServerRequest): WantedUser['extra'] {
  const extra: Record<string, readonly string[]> = Object.create(null) as Record<string, readonly string[]>
  for (const header of Object.keys(request.headers)) {
    if (!header.startsWith(extraPrefix)) continue
    const key = decodeKey(header.slice(extraPrefix.length).toLowerCase())
    extra[key] = [...(extra[key] ?? []), ...request.repeatedHeaders(header)]
  }
  return extra
}

/** Characters that header names cannot hold are percent-encoded. */
function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key)
  } catch {
    return key
  }
}

/** The user as Go prints it. */
function goUser({ name, uid, groups, extra }: WantedUser): string {
  const entries = Object.keys(extra)
    .sort()
    .map((key) => `${goQuote(key)}:${goTexts(extra[key]!)}`)
  const extraText = entries.length === 0 ? 'map[string][]string(nil)' : `map[string][]string{${entries.join(', ')}}`
  return `&user.DefaultInfo{Name:${goQuote(name)}, UID:${goQuote(uid)}, Groups:${goTexts(groups)}, Extra:${extraText}}`
}

function goTexts(texts: readonly string[]): string {
  return texts.length === 0 ? '[]string(nil)' : `[]string{${texts.map(goQuote).join(', ')}}`
}
