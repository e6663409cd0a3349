/** The actual cost of a call, by the server's cost model. */
import { FormatValue } from '../functions/formats.ts'
import { lengthOf } from '../functions/conversions.ts'
import { ListValue, MapValue } from '../values/collection.ts'
import { OpaqueValue } from '../values/opaque.ts'
import { Optional } from '../values/optional.ts'
import type { Value } from '../values/value.ts'

/** The cost of each character traversed. */
export const perCharacter = 0.1
/** A pattern is assumed to have one regex node every four characters. */
export const perPatternCharacter = 0.25
export const listCost = 10
export const mapCost = 30
export const structCost = 40

/** Code points of strings, elements of collections; 1 for other values. */
export function sizeOf(value: Value | undefined): number {
  if (typeof value === 'string') return lengthOf(value)
  if (value instanceof Uint8Array) return value.length
  if (value instanceof ListValue || value instanceof MapValue || value instanceof OpaqueValue) return value.size
  if (value instanceof Optional && value.value !== undefined) return sizeOf(value.value)
  return 1
}

type Tariff = (args: readonly Value[], result: Value, id: string) => number

const characters: Tariff = ([text]) => Math.ceil(sizeOf(text) * perCharacter)
const twiceTheCharacters: Tariff = ([text]) => Math.ceil(sizeOf(text) * 2 * perCharacter)
const shorterOfBoth: Tariff = ([left, right]) => Math.ceil(Math.min(sizeOf(left), sizeOf(right)) * perCharacter)
const traversal: Tariff = ([list]) => (list === undefined ? 0 : traversalCost(list))
const pattern: Tariff = ([text, regex]) => patternCost(sizeOf(text), sizeOf(regex))
const result: Tariff = (_, made) => sizeOf(made) + 1 + listCost

/** Costs by function; functions that are not listed cost 1. */
const byName: Readonly<Record<string, Tariff>> = {
  check: () => 350_000,
  fieldSelector: ([, selector]) => selectorCost(sizeOf(selector)),
  labelSelector: ([, selector]) => selectorCost(sizeOf(selector)),
  isSorted: traversal,
  sum: traversal,
  max: traversal,
  min: traversal,
  indexOf: traversal,
  lastIndexOf: traversal,
  url: characters,
  lowerAscii: characters,
  upperAscii: characters,
  substring: characters,
  trim: characters,
  'jsonpatch.escapeKey': characters,
  replace: twiceTheCharacters,
  split: twiceTheCharacters,
  join: (_, made) => Math.ceil(sizeOf(made) * 2 * perCharacter),
  find: pattern,
  findAll: pattern,
  matches: pattern,
  cidr: characters,
  isIP: characters,
  isCIDR: characters,
  ip: (args, made, id) => (id === 'cidr_ip' ? 1 : characters(args, made, id)),
  'ip.isCanonical': twiceTheCharacters,
  containsIP: ([cidr, other], _, id) =>
    Math.ceil(2 * sizeOf(cidr) * perCharacter) +
    (id === 'cidr_contains_ip_string' ? Math.ceil(sizeOf(other) * perCharacter) : 0),
  containsCIDR: ([cidr, other], _, id) =>
    Math.ceil(2 * sizeOf(cidr) * perCharacter) +
    Math.ceil(sizeOf(cidr) * perCharacter) +
    1 +
    (id === 'cidr_contains_cidr_string' ? Math.ceil(sizeOf(other) * perCharacter) : 0),
  quantity: characters,
  isQuantity: characters,
  semver: characters,
  isSemver: characters,
  validate: ([format, text]) =>
    format instanceof FormatValue ? patternCost(sizeOf(text), format.format.patternSize) : 1,
  contains: ([text, part]) => Math.ceil(sizeOf(text) * perCharacter) * Math.ceil(sizeOf(part) * perCharacter),
  startsWith: characters,
  endsWith: characters,
  format: characters,
  '_==_': (args, made, id) => (args[0] instanceof OpaqueValue ? 1 : shorterOfBoth(args, made, id)),
  '_!=_': shorterOfBoth,
  slice: result,
  'lists.range': result,
  reverse: result,
  flatten: ([list, depth = 1n]) => sizeOf(list) * Number(depth) + 1 + listCost,
  distinct: ([list]) => selfComparison(list),
  sort: ([list]) => selfComparison(list),
  '@sortByAssociatedKeys': ([, keys]) => selfComparison(keys),
  'sets.contains': ([left, right]) => 1 + sizeOf(left) * sizeOf(right),
  'sets.intersects': ([left, right]) => 1 + sizeOf(left) * sizeOf(right),
  'sets.equivalent': ([left, right]) => 1 + 2 * sizeOf(left) * sizeOf(right),
}

/** Costs of functions whose overloads differ. */
const byOverload: Readonly<Record<string, Tariff>> = {
  string_to_bytes: characters,
  bytes_to_string: characters,
  in_list: ([, list]) => sizeOf(list),
  add_string: ([left, right]) => Math.ceil((sizeOf(left) + sizeOf(right)) * perCharacter),
  add_bytes: ([left, right]) => Math.ceil((sizeOf(left) + sizeOf(right)) * perCharacter),
  ...Object.fromEntries(
    ['less', 'less_equals', 'greater', 'greater_equals'].flatMap((name) => [
      [`${name}_string`, shorterOfBoth],
      [`${name}_bytes`, shorterOfBoth],
    ]),
  ),
}

export function callCost(name: string, id: string, args: readonly Value[], made: Value): number {
  const tariff =
    (Object.hasOwn(byOverload, id) ? byOverload[id] : undefined) ??
    (Object.hasOwn(byName, name) ? byName[name] : undefined)
  return tariff === undefined ? 1 : tariff(args, made, id)
}

function patternCost(textSize: number, patternSize: number): number {
  return Math.ceil((1 + textSize) * perCharacter) * Math.ceil(patternSize * perPatternCharacter)
}

export function selectorCost(size: number): number {
  const requirements = Math.ceil(size * 0.5)
  return listCost + Math.ceil(size * perCharacter) + Math.ceil(requirements * (listCost + structCost))
}

function selfComparison(list: Value | undefined): number {
  const size = sizeOf(list)
  const first = list instanceof ListValue && size > 0 ? list.at(0) : undefined
  const factor = typeof first === 'string' || first instanceof Uint8Array ? 2 + perCharacter : 2
  return Math.floor(size * size * factor) + 1 + listCost
}

/** The cost of traversing a value with all its elements. */
function traversalCost(value: Value): number {
  if (typeof value === 'string') return Math.floor(Buffer.byteLength(value) * perCharacter)
  if (value instanceof Uint8Array) return Math.floor(value.length * perCharacter)
  if (value instanceof ListValue) return [...value].reduce<number>((sum, element) => sum + traversalCost(element), 0)
  if (!(value instanceof MapValue)) return 1
  let sum = 0
  for (const key of value.keys()) sum += traversalCost(key) + traversalCost(value.get(key))
  return sum
}
