/** Where a paged list goes on: the revision it is read at, and the first key of the next page. */
import { badRequest } from '../status/failures.ts'

export interface ContinueToken {
  /** The revision all pages show; −1 for whatever is newest. */
  readonly revision: number
  readonly start: string
}

export function formatContinueToken({ revision, start }: ContinueToken): string {
  // The server points just behind the last key that was sent; ours starts at the next one, which is the same place.
  return Buffer.from(JSON.stringify({ v: 'meta.k8s.io/v1', rv: revision, start })).toString('base64url')
}

export function parseContinueToken(text: string): ContinueToken {
  const token = readJson(Buffer.from(text, 'base64url').toString('utf8'))
  const { v, rv, start } = token
  if (v !== 'meta.k8s.io/v1')
    throw unreadable('server does not recognize this encoded version ' + JSON.stringify(v ?? ''))
  if (typeof rv !== 'number' || rv === 0)
    throw unreadable('incorrect encoded start resourceVersion (version meta.k8s.io/v1)')
  if (typeof start !== 'string' || start === '') throw unreadable('encoded start key empty (version meta.k8s.io/v1)')
  if (start.split('/').includes('..')) throw unreadable(`encoded start key not valid: ${JSON.stringify(start)}`)
  return { revision: rv, start }
}

function readJson(text: string): { v?: unknown; rv?: unknown; start?: unknown } {
  try {
    return JSON.parse(text) as object
  } catch {
    throw unreadable('illegal base64 data or JSON')
  }
}

function unreadable(why: string): Error {
  return badRequest(`invalid continue token: ${why}`)
}
