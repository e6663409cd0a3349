/** The continue token of a paged list: the revision of the list, and the key after which the next page starts. */
import { posix } from 'node:path'
import { describeNotJson } from '../codec/not-json.ts'
import { kindOf } from '../codec/json-text.ts'
import { badRequest } from '../status/failures.ts'

export interface ContinueToken {
  /** The revision of all pages; −1 for the newest. */
  readonly revision: number
  /** Relative to the listed prefix; sorts after the last key sent and before all following keys. */
  readonly start: string
}

/** @param last the last key sent, relative to the listed prefix */
export function continueBehind(last: string, revision: number): string {
  return formatContinueToken({ revision, start: `${last}\0` })
}

export function formatContinueToken({ revision, start }: ContinueToken): string {
  return Buffer.from(JSON.stringify({ v: 'meta.k8s.io/v1', rv: revision, start: `/${start}` })).toString('base64url')
}

/** Failure: a 400. */
export function parseContinueToken(text: string): ContinueToken {
  const { v = '', rv = 0, start = '' } = readJson(decode(text))
  if (v !== 'meta.k8s.io/v1') throw unreadable(`server does not recognize this encoded version ${v}`)
  if (rv === 0) throw unreadable('incorrect encoded start resourceVersion (version meta.k8s.io/v1)')
  if (start === '') throw unreadable('encoded start key empty (version meta.k8s.io/v1)')
  const key = start.startsWith('/') ? start : `/${start}`
  // Refuse path traversal out of the listed prefix.
  if (withoutSlash(posix.normalize(key)) !== key) throw unreadable(start)
  return { revision: rv, start: key.slice(1) }
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/** Line breaks are allowed; the error reports the position of any other invalid character. */
function decode(text: string): string {
  const wrong = text.search(/[^\w\r\n-]/)
  const letters = text.replace(/[\r\n]/g, '')
  const at = wrong >= 0 ? wrong : letters.length % 4 === 1 ? letters.length - 1 : -1
  if (at >= 0) throw unreadable(`illegal base64 data at input byte ${at}`)
  return Buffer.from(letters, 'base64url').toString('utf8')
}

interface Written {
  readonly v?: string
  readonly rv?: number
  readonly start?: string
}

function readJson(text: string): Written {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw unreadable(describeNotJson(text))
  }
  if (typeof value === 'object' && !Array.isArray(value)) return checkFields((value ?? {}) as Record<string, unknown>)
  throw unreadable(
    `json: cannot unmarshal ${kindOf(text.trimStart().charCodeAt(0))} into Go value of type storage.continueToken`,
  )
}

const fieldTypes = { v: 'string', rv: 'number', start: 'string' } as const
const goTypes = { string: 'string', number: 'int64' } as const

function checkFields(value: Record<string, unknown>): Written {
  for (const [name, type] of Object.entries(fieldTypes)) {
    const field = value[name] ?? undefined
    if (field === undefined || (typeof field === type && (type === 'string' || Number.isInteger(field)))) continue
    const found =
      typeof field === 'number' && type === 'number' ? `number ${field}` : kindOf(JSON.stringify(field).charCodeAt(0))
    throw unreadable(
      `json: cannot unmarshal ${found} into Go struct field continueToken.${name} of type ${goTypes[type]}`,
    )
  }
  return value
}

function unreadable(why: string): Error {
  return badRequest(`invalid continue token: continue key is not valid: ${why}`)
}
