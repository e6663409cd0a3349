/** Parses the output of `nft -j list table` for comparison in {@link renderNftChange}. */
import { collections, type Elements, type NftCollection, type NftElements, type NftState } from './nft-table.ts'

/** The state in a dump. Foreign rules, chains or elements make the skeleton `undefined`, so the table is replaced. */
export function readNft(json: string): NftState {
  const items = listOf(asObject(JSON.parse(json))['nftables'])
  const elements = Object.fromEntries(Object.keys(collections).map((name) => [name, {}])) as Record<
    NftCollection,
    Elements
  >
  const comments: string[] = []
  let isForeign = false
  const missing = new Set<string>(Object.keys(collections))
  for (const item of items.map(asObject)) {
    const collection = asObject(item['map'] ?? item['set'])
    const name = String(collection['name'])
    if (Object.hasOwn(elements, name)) {
      missing.delete(name)
      elements[name as NftCollection] = readElements(collection['elem'])
    } else if (item['map'] ?? item['set']) isForeign = true
    if (item['rule']) comments.push(String(asObject(item['rule'])['comment']))
  }
  const skeleton = isForeign || missing.size > 0 ? undefined : skeletonIn(comments)
  return { skeleton, elements: elements satisfies NftElements }
}

/** The skeleton if all its rules are present, in order, with none in between. */
function skeletonIn(comments: readonly string[]): string | undefined {
  const skeleton = /^kubewright ([0-9a-f]+) 1\/\d+$/.exec(comments[0] ?? '')?.[1]
  const expected = comments.map((_, index) => `kubewright ${skeleton} ${index + 1}/${comments.length}`)
  return comments.every((comment, index) => comment === expected[index]) ? skeleton : undefined
}

function readElements(list: unknown): Elements {
  const entries: [string, string][] = []
  for (const element of listOf(list)) {
    if (Array.isArray(element)) entries.push([readValue(element[0]), readValue(element[1])])
    else entries.push([readValue(element), ''])
  }
  return Object.fromEntries(entries)
}

/** An address, a network, or several joined by ` . `. Anything else is kept as JSON, which equals no desired value. */
function readValue(value: unknown): string {
  if (typeof value === 'string') return value
  const { prefix, concat } = asObject(value)
  if (Array.isArray(concat)) return concat.map(readValue).join(' . ')
  const { addr, len } = asObject(prefix)
  return typeof addr === 'string' ? `${addr}/${String(len)}` : JSON.stringify(value)
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
