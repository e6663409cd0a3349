/**
 * Worst-case cost of an expression, derived from the bounds that its schema sets on strings, lists and maps. The server
 * rejects definitions whose rules could cost too much, so the numbers follow its estimator.
 */
import type { Checked, CheckedTree } from '../check/checker.ts'
import type { DeclaredType } from '../schema/declared-type.ts'
import {
  accumulatorName,
  type Call,
  type Comprehension,
  type Expr,
  isBinding,
  qualifiedName,
  type Select,
} from '../syntax/ast.ts'
import { type CelType, optionalContent } from '../types/type.ts'
import { listCost, mapCost, sizeOf, structCost } from './call-cost.ts'
import { estimateCall, type Operand } from './call-estimate.ts'
import { either, exactly, plus, type Size, multiplyCosts, unknownSize } from './size.ts'

/** The path from a variable to a value: fields, `@items`, `@keys`, `@values`. */
type Path = readonly string[]

interface Local {
  readonly path: Path
  readonly size: Size | undefined
  readonly elements: ElementSizes | undefined
}

/** The sizes of the elements of a literal collection. */
interface ElementSizes {
  readonly container: 'list' | 'map'
  readonly key: Size
  readonly value: Size
}

/**
 * The highest possible cost of an evaluation, as kube-apiserver estimates it.
 *
 * @param root the declared type of `self` and `oldSelf`, with the size limits of its schema; without it nothing is bounded
 */
export function estimateCost({ tree }: { readonly tree: CheckedTree }, root?: DeclaredType): number {
  return new Estimator(tree.checked, root).cost(tree.expr)
}

class Estimator {
  readonly #checked: Checked
  readonly #root: DeclaredType | undefined
  readonly #costs = new Map<Expr, number>()
  readonly #paths = new Map<Expr, Path>()
  readonly #sizes = new Map<Expr, Size>()
  readonly #elements = new Map<Expr, ElementSizes>()
  readonly #locals: { readonly name: string; readonly local: Local }[] = []

  constructor(checked: Checked, root: DeclaredType | undefined) {
    this.#checked = checked
    this.#root = root
  }

  /** Memoized, because macros can put a node in two places. */
  cost(expr: Expr): number {
    const cost = this.#costs.get(expr) ?? this.#newCost(expr)
    this.#costs.set(expr, cost)
    return cost
  }

  #newCost(expr: Expr): number {
    switch (expr.kind) {
      case 'literal':
        return 0
      case 'identifier':
        this.#paths.set(expr, this.#local(expr.name)?.path ?? [expr.name])
        return 1
      case 'select':
        return this.#select(expr)
      case 'call':
        return this.#call(expr)
      case 'list':
        return this.#list(expr)
      case 'map':
        return this.#map(expr)
      case 'struct':
        return expr.fields.reduce((sum, { value }) => plus(sum, this.cost(value)), structCost)
      case 'comprehension':
        return isBinding(expr) ? this.#binding(expr) : this.#comprehension(expr)
    }
  }

  #select(expr: Select): number {
    const name = qualifiedName(expr)
    if (name !== undefined && (this.#checked.variables.has(expr) || this.#checked.typeNames.has(expr))) {
      this.#paths.set(expr, [name])
      return 1
    }
    const operandCost = this.cost(expr.operand)
    if (expr.isTest) return operandCost
    this.#paths.set(expr, [...this.#path(expr.operand), expr.field])
    const { kind } = this.#type(expr.operand)
    return kind === 'map' || kind === 'struct' || kind === 'parameter' ? plus(operandCost, 1) : operandCost
  }

  #call(expr: Call): number {
    if (expr.name === 'dyn' && expr.target === undefined) return this.#transparent(expr, expr.args[0]!)
    const argCosts = expr.args.map((arg) => this.cost(arg))
    const isMember = expr.target !== undefined && !this.#checked.namespaced.has(expr)
    const targetCost = isMember ? this.cost(expr.target!) : 0
    switch (expr.name) {
      case '_&&_':
      case '_||_':
        return plus(argCosts[0]!, argCosts[1]!)
      case '_?_:_':
        return this.#conditional(expr, argCosts)
      default:
        return plus(plus(targetCost, argCosts.reduce(plus, 0)), this.#ownCost(expr, isMember))
    }
  }

  #transparent(expr: Call, arg: Expr): number {
    const cost = plus(1, this.cost(arg))
    this.#keep(expr, this.#size(arg), this.#elementsOf(arg))
    return cost
  }

  #conditional(expr: Call, [test, whenTrue, whenFalse]: readonly number[]): number {
    const [, left, right] = expr.args
    this.#keep(
      expr,
      either(this.#sizeOrUnknown(left!), this.#sizeOrUnknown(right!)),
      this.#eitherElements(left!, right!),
    )
    return plus(test!, Math.max(whenTrue!, whenFalse!))
  }

  #ownCost(expr: Call, isMember: boolean): number {
    const overloads = this.#checked.overloads.get(expr) ?? []
    const name = this.#checked.namespaced.get(expr) ?? expr.name
    const args = expr.args.map((arg) => this.#operand(arg))
    const target = isMember ? this.#operand(expr.target!) : undefined
    const { cost, size } = estimateCall(
      name,
      overloads.map(({ id }) => ({ id, target, args })),
    )
    const ids = overloads.map(({ id }) => id)
    let resultSize = size
    if (name === '_+_' && size !== undefined)
      this.#keep(expr, undefined, this.#eitherElements(expr.args[0]!, expr.args[1]!))
    if (ids.includes('index_list')) resultSize = this.#enter(expr, '@items')
    if (ids.includes('index_map')) resultSize = this.#enter(expr, '@values')
    this.#keep(expr, resultSize ?? this.#size(expr), undefined)
    return cost
  }

  /** Records the path that indexing leads to; returns the size of the element if the container is a literal. */
  #enter(expr: Call, element: string): Size | undefined {
    const [container] = expr.args
    this.#paths.set(expr, [...this.#path(container!), element])
    return this.#elementsOf(container!)?.value
  }

  #operand(expr: Expr): Operand {
    const path = this.#path(expr)
    const ownPath = path[0] === accumulatorName ? [] : path
    const type = this.#type(expr)
    return {
      expr,
      type,
      size: this.#sizeOrUnknown(expr),
      element: () => {
        const [elementType] = type.parameters
        if (elementType === undefined) return undefined
        const known = ownPath.length > 0 ? this.#declaredSize([...ownPath, '@items']) : undefined
        return { type: elementType, size: known ?? unknownSize }
      },
    }
  }

  #list(expr: Expr & { kind: 'list' }): number {
    const costs = expr.items.map(({ value }) => this.cost(value))
    const value = this.#range(expr.items.map((item) => item.value))
    this.#keep(expr, undefined, { container: 'list', key: exactly(1), value })
    return plus(costs.reduce(plus, 0), listCost)
  }

  #map(expr: Expr & { kind: 'map' }): number {
    const costs = expr.entries.map((entry) => plus(this.cost(entry.key), this.cost(entry.value)))
    const key = this.#range(expr.entries.map((entry) => entry.key))
    const value = this.#range(expr.entries.map((entry) => entry.value))
    this.#keep(expr, undefined, { container: 'map', key, value })
    return plus(costs.reduce(plus, 0), mapCost)
  }

  #range(parts: readonly Expr[]): Size {
    return parts
      .map((part) => this.#sizeOrUnknown(part))
      .reduce(either, { least: parts.length === 0 ? 0 : Infinity, most: 0 })
  }

  #binding(expr: Comprehension): number {
    const { range, accumulator, init, result } = expr
    const before = plus(this.cost(range), this.cost(init))
    this.#push(accumulator, { path: this.#path(init), size: this.#size(init), elements: this.#elementsOf(init) })
    const cost = plus(before, this.cost(result))
    const [size, elements] = [this.#size(result), this.#elementsOf(result)]
    this.#locals.pop()
    this.#keep(expr, size, elements)
    return cost
  }

  #comprehension(expr: Comprehension): number {
    const before = plus(this.cost(expr.range), this.cost(expr.init))
    const { init } = expr
    this.#push(expr.accumulator, { path: this.#path(init), size: this.#size(init), elements: this.#elementsOf(init) })
    this.#pushVariables(expr)
    const round = plus(this.cost(expr.condition), this.cost(expr.step))
    const stepElements = this.#elementsOf(expr.step)
    this.#locals.length -= expr.secondVariable === undefined ? 1 : 2
    const after = this.cost(expr.result)
    this.#locals.pop()
    const rounds = this.#sizeOrUnknown(expr.range)
    if (init.kind === 'list' || init.kind === 'map') this.#keep(expr, rounds, stepElements)
    else if (init.kind === 'literal') this.#keep(expr, this.#size(init), undefined)
    return plus(plus(before, after), multiplyCosts(rounds.most, round))
  }

  #pushVariables({ range, variable, secondVariable }: Comprehension): void {
    const elements = this.#elementsOf(range)
    const container = elements?.container ?? this.#type(range).kind
    const path = this.#path(range)
    const isList = container === 'list'
    const key: Local = { path: [...path, isList ? '@indices' : '@keys'], size: elements?.key, elements: undefined }
    const value: Local = { path: [...path, isList ? '@items' : '@values'], size: elements?.value, elements: undefined }
    if (secondVariable === undefined) this.#push(variable, isList ? value : key)
    else {
      this.#push(variable, key)
      this.#push(secondVariable, value)
    }
  }

  #push(name: string, local: Local): void {
    this.#locals.push({ name, local })
  }

  #local(name: string): Local | undefined {
    return this.#locals.findLast((each) => each.name === name)?.local
  }

  #path(expr: Expr): Path {
    return (expr.kind === 'identifier' ? this.#local(expr.name)?.path : undefined) ?? this.#paths.get(expr) ?? []
  }

  #type(expr: Expr): CelType {
    return this.#checked.types.get(expr)!
  }

  #keep(expr: Expr, size: Size | undefined, elements: ElementSizes | undefined): void {
    if (size !== undefined) this.#sizes.set(expr, size)
    if (elements !== undefined) this.#elements.set(expr, elements)
  }

  #sizeOrUnknown(expr: Expr): Size {
    return this.#size(expr) ?? unknownSize
  }

  #size(expr: Expr): Size | undefined {
    const known = this.#sizes.get(expr) ?? literalSize(expr) ?? this.#declaredSize(this.#path(expr))
    if (known !== undefined) return known
    if (isScalar(this.#type(expr))) return exactly(1)
    return expr.kind === 'identifier' ? this.#local(expr.name)?.size : undefined
  }

  #declaredSize(path: Path): Size | undefined {
    if (path.length === 0) return undefined
    let at = this.#root
    for (const part of path.slice(1)) {
      if (part === '@items' || part === '@values') at = at?.element
      else if (part === '@keys') at = at?.key
      else at = at?.fields?.get(part)
    }
    return at && { least: 0, most: at.mostElements }
  }

  #elementsOf(expr: Expr): ElementSizes | undefined {
    return this.#elements.get(expr) ?? (expr.kind === 'identifier' ? this.#local(expr.name)?.elements : undefined)
  }

  #eitherElements(left: Expr, right: Expr): ElementSizes | undefined {
    const [one, other] = [this.#elementsOf(left), this.#elementsOf(right)]
    if (one === undefined || other === undefined) return undefined
    return { container: one.container, key: either(one.key, other.key), value: either(one.value, other.value) }
  }
}

function literalSize(expr: Expr): Size | undefined {
  if (expr.kind === 'literal') return exactly(sizeOf(expr.value))
  if (expr.kind === 'list') return exactly(expr.items.length)
  return expr.kind === 'map' ? exactly(expr.entries.length) : undefined
}

function isScalar(type: CelType): boolean {
  const content = optionalContent(type)
  if (content !== undefined) return isScalar(content)
  return ['bool', 'double', 'duration', 'int', 'timestamp', 'uint'].includes(type.kind)
}
