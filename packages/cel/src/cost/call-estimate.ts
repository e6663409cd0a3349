/** The worst-case cost of a call and the size of its result, by the server's cost model. */
import type { Expr } from '../syntax/ast.ts'
import type { CelType } from '../types/type.ts'
import { listCost, perCharacter, perPatternCharacter, selectorCost } from './call-cost.ts'
import { add, either, exactly, multiply, plus, scaled, type Size, multiplyCosts, unknownSize } from './size.ts'

/** An operand with the facts that estimates need. */
export interface Operand {
  readonly expr: Expr | undefined
  readonly type: CelType
  readonly size: Size
  /** The operand's elements, if it is a list. */
  readonly element: () => { readonly type: CelType; readonly size: Size } | undefined
}

export interface CallShape {
  readonly id: string
  readonly target: Operand | undefined
  readonly args: readonly Operand[]
}

export interface CallEstimate {
  readonly cost: number
  readonly size?: Size
}

type Estimate = (call: CallShape) => CallEstimate | undefined

const one: Estimate = () => ({ cost: 1 })

const overText: Estimate = ({ target, args }) => {
  const size = (target ?? args[0])?.size
  return size && { cost: scaled(size.most, perCharacter), size }
}

const overArgument: Estimate = ({ args: [text] }) => text && { cost: scaled(text.size.most, perCharacter) }

const traversal: Estimate = ({ target }) => {
  if (target === undefined) return undefined
  const element = target.element()
  if (element === undefined) return { cost: scaled(target.size.most, perCharacter) }
  const isText = element.type.kind === 'string' || element.type.kind === 'bytes'
  return { cost: multiplyCosts(target.size.most, plus(1, isText ? scaled(element.size.most, perCharacter) : 0)) }
}

const pattern: Estimate = ({ target, args }) => {
  const [text, regex] = target === undefined ? args : [target, args[0]]
  if (text === undefined || regex === undefined) return undefined
  const overTheText = scaled(plus(text.size.most, 1), perCharacter)
  return { cost: multiplyCosts(overTheText, scaled(regex.size.most, perPatternCharacter)) }
}

const finding: Estimate = (call) => {
  const estimate = pattern(call)
  return estimate && { ...estimate, size: { least: 0, most: call.target!.size.most } }
}

const shorterOfBoth: Estimate = ({ args: [left, right] }) =>
  left && right && { cost: scaled(Math.min(left.size.most, right.size.most), perCharacter) }

const selector: Estimate = ({ args: [text] }) => text && { cost: selectorCost(text.size.most) }

const split: Estimate = ({ target, args }) => {
  if (target === undefined) return undefined
  const limit = args[1]?.expr
  const most = limit?.kind === 'literal' && typeof limit.value === 'bigint' ? Number(limit.value) : target.size.most
  return { cost: scaled(target.size.most, 2 * perCharacter), size: { least: 0, most } }
}

const join: Estimate = ({ target, args: [separator] }) => {
  if (target === undefined) return undefined
  const element = target.element()
  const elements = element === undefined ? exactly(0) : multiply(target.size, element.size)
  const between = { least: Math.max(0, target.size.least - 1), most: Math.max(0, target.size.most - 1) }
  const size = separator === undefined ? elements : add(elements, multiply(separator.size, between))
  return { cost: scaled(size.most, perCharacter), size }
}

const replace: Estimate = ({ target, args: [from, to] }) => {
  if (target === undefined || from === undefined || to === undefined) return undefined
  const size = {
    least: shortestReplaced(target.size, from.size, to.size),
    most: longestReplaced(target.size, from.size, to.size),
  }
  return { cost: scaled(target.size.most, 2 * perCharacter), size }
}

/** An empty `from` matches between all characters; otherwise the worst case is that the text consists of matches. */
function longestReplaced(text: Size, from: Size, to: Size): number {
  if (from.least === 0) return plus(multiplyCosts(plus(text.most, 1), to.most), text.most)
  if (to.most <= from.least) return text.most
  return multiplyCosts(Math.ceil(text.most / from.least), to.most)
}

function shortestReplaced(text: Size, from: Size, to: Size): number {
  if (from.most === 0) return plus(multiplyCosts(plus(text.least, 1), to.least), text.least)
  if (from.most <= to.least) return text.least
  return multiplyCosts(Math.ceil(text.least / from.most), to.least)
}

function newList(size: Size, factor = 1): CallEstimate {
  return { cost: plus(scaled(size.most, factor), 1 + listCost), size }
}

function literalInt(operand: Operand | undefined, otherwise: number): number {
  const expr = operand?.expr
  return expr?.kind === 'literal' && typeof expr.value === 'bigint' ? Math.max(0, Number(expr.value)) : otherwise
}

function selfComparison(operand: Operand | undefined, id: string): CallEstimate | undefined {
  const factor = /^list_(?:string|bytes)_/.test(id) ? 2 + perCharacter : 2
  return operand && newList(multiply(operand.size, operand.size), factor)
}

function pairs(factor: number): Estimate {
  return ({ args: [left, right] }) =>
    left && right && { cost: plus(scaled(multiplyCosts(left.size.most, right.size.most), factor), 1) }
}

const address: Size = { least: 4, most: 16 }

function containment(hasMask: boolean): Estimate {
  return ({ id, args: [other] }) => {
    const compared = scaled(2 * address.most, perCharacter) + (hasMask ? scaled(address.most, perCharacter) + 1 : 0)
    return { cost: plus(compared, id.endsWith('_string') ? scaled(other!.size.most, perCharacter) : 0) }
  }
}

const sum: Estimate = ({ args: [left, right] }) => {
  if (left === undefined || right === undefined) return undefined
  const size = add(left.size, right.size)
  return { cost: scaled(size.most, perCharacter), size }
}

/** Estimates by function; functions that are not listed cost 1. */
const byName: Readonly<Record<string, Estimate>> = {
  check: () => ({ cost: 350_000 }),
  fieldSelector: selector,
  labelSelector: selector,
  isSorted: traversal,
  sum: traversal,
  max: traversal,
  min: traversal,
  indexOf: traversal,
  lastIndexOf: traversal,
  url: overText,
  'jsonpatch.escapeKey': overText,
  lowerAscii: overText,
  upperAscii: overText,
  substring: overText,
  trim: overText,
  replace,
  split,
  join,
  find: finding,
  findAll: finding,
  matches: pattern,
  cidr: overArgument,
  isIP: overArgument,
  isCIDR: overArgument,
  ip: (call) => (call.id === 'cidr_ip' ? { cost: 1 } : overArgument(call)),
  'ip.isCanonical': ({ args: [text] }) => text && { cost: scaled(text.size.most, 2 * perCharacter) },
  containsIP: containment(false),
  containsCIDR: containment(true),
  quantity: overArgument,
  isQuantity: overArgument,
  semver: overArgument,
  isSemver: overArgument,
  validate: ({ args: [text] }) =>
    text && { cost: scaled(scaled(text.size.most, perCharacter), 128 * perPatternCharacter) },
  contains: ({ target, args: [part] }) =>
    target &&
    part && { cost: multiplyCosts(scaled(target.size.most, perCharacter), scaled(part.size.most, perCharacter)) },
  startsWith: overArgument,
  endsWith: overArgument,
  format: ({ target }) => target && { cost: scaled(target.size.most, perCharacter) },
  slice: ({ target, args: [start, end] }) => {
    if (target === undefined) return undefined
    const length = literalInt(end, target.size.most) - literalInt(start, 0)
    // The server uses unsigned arithmetic: a negative length wraps around to a huge one.
    return newList(length < 0 ? unknownSize : exactly(length))
  },
  'lists.range': ({ args: [count] }) => newList(exactly(literalInt(count, unknownSize.most))),
  reverse: ({ target }) => target && newList(target.size),
  flatten: ({ target, args: [depth] }) =>
    target && newList(target.size, depth === undefined ? 1 : literalInt(depth, unknownSize.most)),
  distinct: ({ target, id }) => selfComparison(target, id),
  sort: ({ target, id }) => selfComparison(target, id),
  '@sortByAssociatedKeys': ({ args: [keys], id }) => selfComparison(keys, id),
  'sets.contains': pairs(1),
  'sets.intersects': pairs(1),
  'sets.equivalent': pairs(2),
  '_==_': (call) => (isOpaque(call.args[0]!.type) ? { cost: 1 } : shorterOfBoth(call)),
  '_!=_': shorterOfBoth,
}

/** Estimates of functions whose overloads differ. */
const byOverload: Readonly<Record<string, Estimate>> = {
  string_to_bytes: ({ args: [text] }) =>
    text && {
      cost: scaled(text.size.most, perCharacter),
      size: { least: text.size.least, most: multiplyCosts(text.size.most, 4) },
    },
  bytes_to_string: ({ args: [bytes] }) =>
    bytes && {
      cost: scaled(bytes.size.most, perCharacter),
      size: { least: Math.floor(bytes.size.least / 4), most: bytes.size.most },
    },
  in_list: ({ args: [, list] }) => list && { cost: list.size.most },
  add_string: sum,
  add_bytes: sum,
  add_list: (call) => ({ ...sum(call)!, cost: 1 }),
  ...Object.fromEntries(
    ['less', 'less_equals', 'greater', 'greater_equals'].flatMap((name) => [
      [`${name}_string`, shorterOfBoth],
      [`${name}_bytes`, shorterOfBoth],
    ]),
  ),
}

function isOpaque({ kind, name }: CelType): boolean {
  return (kind === 'opaque' && name.startsWith('net.')) || (kind === 'struct' && name.startsWith('kubernetes.'))
}

/** The maximum over all candidate overloads of a call. */
export function estimateCall(name: string, calls: readonly CallShape[]): CallEstimate {
  let cost = 0
  let size: Size | undefined
  for (const call of calls) {
    const estimate = (byOverload[call.id] ?? (Object.hasOwn(byName, name) ? byName[name] : undefined) ?? one)(call) ?? {
      cost: 1,
    }
    cost = Math.max(cost, estimate.cost)
    if (estimate.size !== undefined) size = size === undefined ? estimate.size : either(size, estimate.size)
  }
  return size === undefined ? { cost } : { cost, size }
}
