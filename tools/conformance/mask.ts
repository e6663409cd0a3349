/**
 * Takes out of an answer what two right servers differ in: identities, versions, times, addresses. What such values have to
 * do with each other stays: the first uid of a case is `<uid 1>` wherever it stands, and so with versions, so a write that
 * must not make a new version still shows.
 */
import { createHash } from 'node:crypto'
import { isJsonObject } from '@kubewright/core'

/** One for each case and server. */
export class Mask {
  readonly #uids = new Map<string, string>()
  readonly #versions = new Map<string, string>()
  readonly #words: readonly (readonly [string, string])[]
  readonly #generated = new Set<string>()
  readonly #sortsProblems: boolean

  /** @param words texts of this run, such as addresses, and what to write in their place */
  constructor(words: Readonly<Record<string, string>>, { sortsProblems = false } = {}) {
    this.#words = Object.entries(words)
    this.#sortsProblems = sortsProblems
  }

  /** Names that start so and end in five letters of the server are its invention. */
  expectGenerated(prefix: string): void {
    this.#generated.add(prefix)
  }

  body(value: unknown): unknown {
    return this.#value(value, '')
  }

  text(text: string): string {
    const masked = this.#withoutGenerated(hasDigit.test(text) ? this.#withoutNumbers(text) : text)
    if (!masked.includes('eyJ')) return masked
    return masked.replaceAll(jwt, (token) => `<jwt ${describeToken(token, (claims) => this.body(claims))}>`)
  }

  /** All that is of this run has a digit in it somewhere; most texts have none. */
  #withoutNumbers(text: string): string {
    let masked = text
    for (const [from, to] of this.#words) masked = masked.replaceAll(from, to)
    masked = masked.replaceAll(uuid, (uid) => (uid.startsWith('00000000-') ? uid : numbered(this.#uids, uid, 'uid')))
    for (const [pattern, replacement] of texts) masked = masked.replaceAll(pattern, replacement)
    return masked
  }

  #withoutGenerated(text: string): string {
    let masked = text
    for (const prefix of this.#generated) {
      if (!masked.includes(prefix)) continue
      masked = masked.replaceAll(new RegExp(`${escape(prefix)}[${letters}]{5}`, 'g'), `${prefix}<5>`)
    }
    return masked
  }

  #value(value: unknown, key: string): unknown {
    if (typeof value === 'string') return this.#string(value, key)
    if (typeof value === 'number') return key === 'nodePort' || key === 'healthCheckNodePort' ? `<${key}>` : value
    if (Array.isArray(value)) return this.#array(value, key)
    return isJsonObject(value) ? this.#object(value) : value
  }

  #string(value: string, key: string): string {
    if (key === 'resourceVersion' && /^[1-9]\d*$/.test(value)) return numbered(this.#versions, value, 'version')
    if (key === 'continue' && value !== '') return describeContinue(value)
    if (key === 'serverAddress') return '<address>' // without a port where nobody listens
    return this.text(value)
  }

  #array(values: readonly unknown[], key: string): unknown {
    if (key === 'managedFields') return this.#managedFields(values)
    if (key === 'cells') return values.map((cell) => (isAge(cell) ? '<age>' : this.#value(cell, '')))
    return values.map((item) => this.#value(item, ''))
  }

  /** The server sorts by the second of the write, which two runs do not share: sort by who. */
  #managedFields(entries: readonly unknown[]): unknown {
    const masked = entries.map((entry) => this.#value(entry, ''))
    return masked.toSorted((a, b) => (ownerOf(a) < ownerOf(b) ? -1 : 1))
  }

  #object(object: Readonly<Record<string, unknown>>): unknown {
    const isWhole = Array.isArray(object['items']) || Array.isArray(object['rows']) || object['type'] === 'BOOKMARK'
    const source = isWhole ? withoutVersion(object) : inOrder(this.#withSortedProblems(object))
    return Object.fromEntries(Object.entries(source).map(([key, value]) => [this.#key(key), this.#value(value, key)]))
  }

  #withSortedProblems(status: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const { message, details } = status
    if (status['reason'] !== 'Invalid' || typeof message !== 'string' || !isJsonObject(details)) return status
    const causes = (details['causes'] ?? []) as unknown as readonly Cause[]
    if (causes.length < 2) return status
    const sorted = this.#sortsProblems ? causes.toSorted(byText) : sortedWhere(causes, isOfSchema)
    const sortedMessage = message.replace(listOf(causes), () => listOf(sorted))
    return { ...status, message: sortedMessage, details: { ...details, causes: sorted } }
  }

  #key(key: string): string {
    return this.text(key)
  }
}

const hasDigit = /\d/
const letters = 'bcdfghjklmnpqrstvwxz2456789'
const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g
const jwt = /eyJ[\w-]+\.[\w-]+\.[\w-]+/g

/** Times of this decade are of the run; cases write older ones. */
const texts: readonly (readonly [RegExp, string])[] = [
  [/\b20(?:2[4-9]|[3-9]\d)-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+(?:Z|[+-]\d\d:\d\d)/g, '<microtime>'],
  [/\b20(?:2[4-9]|[3-9]\d)-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)/g, '<time>'],
  [/\b20(?:2[4-9]|[3-9]\d)-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)? [+-]\d{4} \w+( m=\S+)?/g, '<go time>'],
  [/(127\.0\.0\.1|localhost):\d{4,5}/g, '$1:<port>'],
  [/\b10\.0\.0\.\d+\b(?!\/)/g, '<cluster address>'],
  [/too old resource version: \d+ \(\d+\)/g, 'too old resource version: <version> (<version>)'],
  [/Too large resource version: (\d+), current: \d+/g, 'Too large resource version: $1, current: <version>'],
  [/ResourceVersion in (precondition|object meta): (\d+)/g, 'ResourceVersion in $1: <version>'],
  [/ResourceVersion in the precondition \(\d+\)/g, 'ResourceVersion in the precondition (<version>)'],
  [/ResourceVersion in record \(\d+\)/g, 'ResourceVersion in record (<version>)'],
  [/(resourceVersion\\*":\\*")\d+/g, '$1<version>'],
  [/(resourceVersion:)\d+/g, '$1<version>'],
  [/hash=[0-9A-F]{32,}/g, 'hash=<hash>'],
  [/nodePort: Invalid value: \d+: provided port/g, 'nodePort: Invalid value: <nodePort>: provided port'],
]

function numbered(seen: Map<string, string>, value: string, word: string): string {
  let name = seen.get(value)
  if (name === undefined) seen.set(value, (name = `<${word} ${seen.size + 1}>`))
  return name
}

/** A real server names the managers of a conflict in no particular order. */
function inOrder(status: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { message, details } = status
  if (typeof message !== 'string' || !message.startsWith('Apply failed with') || !isJsonObject(details)) return status
  const causes = Array.isArray(details['causes']) ? details['causes'].toSorted(byText) : []
  const [head = '', rest = ''] = message.split(/(?<=conflicts: )/)
  const blocks = rest.split(/\n(?=conflict)/).toSorted()
  return { ...status, message: head + blocks.join('\n'), details: { ...details, causes } }
}

/**
 * Whether a schema of a custom resource was violated. A real server finds these problems by iterating over a Go map, so
 * their order among each other is random; all other problems have a fixed order.
 */
function isOfSchema({ message }: Cause): boolean {
  return message.includes(' in body ')
}

/** Sorts the items that satisfy the condition among each other; all others keep their place. */
function sortedWhere<Item>(items: readonly Item[], condition: (item: Item) => boolean): readonly Item[] {
  const sorted = items.filter(condition).toSorted(byText)
  let next = 0
  return items.map((item) => (condition(item) ? (sorted[next++] as Item) : item))
}

interface Cause {
  readonly field: string
  readonly message: string
}

/** As messages list several problems. */
function listOf(causes: readonly Cause[]): string {
  return `[${causes.map(({ field, message }) => `${field}: ${message}`).join(', ')}]`
}

function byText(a: unknown, b: unknown): number {
  return canonical(a) < canonical(b) ? -1 : 1
}

/** Versions of lists and bookmarks move with everything else that happens on the server. */
function withoutVersion(object: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (object['type'] === 'BOOKMARK') return { ...object, object: withoutVersions(object['object']) }
  const { metadata } = object
  if (!isJsonObject(metadata) || (metadata['resourceVersion'] ?? '') === '') return object
  return { ...object, metadata: { ...metadata, resourceVersion: '<now>' } }
}

function withoutVersions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutVersions)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, key === 'resourceVersion' ? '<now>' : withoutVersions(inner)]),
  )
}

function describeContinue(token: string): string {
  try {
    const { rv, start } = JSON.parse(Buffer.from(token, 'base64url').toString()) as { rv: number; start: string }
    return `<continue ${rv < 0 ? 'now' : 'then'} from ${start}>`
  } catch {
    return token
  }
}

/** Claims without what is of this moment; how long the token lives stays. */
function describeToken(token: string, mask: (claims: unknown) => unknown): string {
  const [head = '', body = ''] = token.split('.')
  const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
  try {
    const { alg } = parse(head)
    const { iat, exp, nbf, ...claims } = parse(body)
    const lifetime = typeof exp === 'number' && typeof iat === 'number' ? exp - iat : undefined
    return JSON.stringify({ alg, lifetime, startsAtOnce: nbf === iat, claims: mask(claims) })
  } catch {
    return 'unreadable'
  }
}

function isAge(cell: unknown): boolean {
  return typeof cell === 'string' && /^\d+[smhdy](\d+[smhd])?$/.test(cell)
}

function ownerOf(entry: unknown): string {
  if (!isJsonObject(entry)) return ''
  const { operation, manager, subresource, apiVersion } = entry
  return JSON.stringify([operation, manager, subresource, apiVersion])
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

/** The same for equal values, whatever the order of their keys. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('base64url').slice(0, 12)
}

/** JSON with sorted keys. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isJsonObject(inner) ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1))) : inner,
  )
}
