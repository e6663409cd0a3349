/** Parses and sorts the Accept header as kube-apiserver does. */

export interface AcceptClause {
  readonly type: string
  readonly subtype: string
  readonly quality: number
  readonly parameters: ReadonlyMap<string, string>
}

/** Recently parsed headers: a client sends the same header with every request, and each request parses it twice. */
let knownHeaders = new Map<string, readonly AcceptClause[]>()
const [knownLimit, longestKnown] = [256, 512]

/** Ignores clauses that cannot be parsed. */
export function parseAccept(header: string): readonly AcceptClause[] {
  const known = knownHeaders.get(header)
  if (known !== undefined) return known
  const clauses = readAccept(header)
  if (header.length > longestKnown) return clauses
  if (knownHeaders.size >= knownLimit) knownHeaders = new Map()
  knownHeaders.set(header, clauses)
  return clauses
}

/** More clauses than any client sends. Above this limit insertion sort, which is quadratic, is not used. */
const insertedLimit = 64

function compareClauses(one: AcceptClause, other: AcceptClause): number {
  if (comesBefore(one, other)) return -1
  return comesBefore(other, one) ? 1 : 0
}

function readAccept(header: string): readonly AcceptClause[] {
  const parsed = header.split(',').flatMap((part) => parseClause(part) ?? [])
  if (parsed.length > insertedLimit) return parsed.sort(compareClauses)
  const clauses: AcceptClause[] = []
  for (const clause of parsed) insert(clauses, clause)
  return clauses
}

function parseClause(text: string): AcceptClause | undefined {
  const [range = '', ...pairs] = text.split(';')
  const [type = '', subtype = '', ...rest] = range.split('/').map((part) => part.trim())
  if (rest.length > 0 || (subtype === '' && type !== '*')) return undefined
  const parameters = new Map<string, string>()
  for (const pair of pairs) {
    const [name = '', value = '', ...more] = pair.split('=').map((part) => part.trim())
    if (value !== '' && more.length === 0) parameters.set(name, value)
  }
  const quality = Number(parameters.get('q') ?? 1)
  parameters.delete('q')
  return { type, subtype: subtype || '*', quality: Number.isNaN(quality) ? 0 : quality, parameters }
}

/** Inserts the clause behind all that it does not precede. The comparison is not transitive, so the algorithm affects the order. */
function insert(clauses: AcceptClause[], clause: AcceptClause): void {
  let at = clauses.length
  while (at > 0 && comesBefore(clause, clauses[at - 1]!)) at--
  clauses.splice(at, 0, clause)
}

function comesBefore(one: AcceptClause, other: AcceptClause): boolean {
  if (one.quality > other.quality) return true
  if (one.type !== '*' && other.type === '*') return true
  return one.subtype !== '*' && other.subtype === '*'
}
