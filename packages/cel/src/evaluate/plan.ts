/** Compiles a checked expression into closures that evaluate it and charge the cost of each step. */
import type { Checked } from '../check/checker.ts'
import { callCost, listCost, mapCost, structCost } from '../cost/call-cost.ts'
import type { Overload } from '../functions/overload.ts'
import { optionalIndex } from '../functions/operators.ts'
import {
  type Call,
  type Comprehension,
  type Expr,
  isBinding,
  type ListLiteral,
  literalText,
  type MapLiteral,
  type Select,
  type StructLiteral,
} from '../syntax/ast.ts'
import { CelError, isCelError, noSuchOverload } from '../values/cel-error.ts'
import { ArrayValue, EntriesValue, ListValue, MapValue } from '../values/collection.ts'
import { Optional } from '../values/optional.ts'
import { StructValue } from '../values/struct.ts'
import { TypeValue, type Value } from '../values/value.ts'
import { fits, typeNameOf } from '../values/value-type.ts'
import { findField, getIndex, hasField } from './access.ts'
import { demandPattern, foldConstant, isConstant } from './constants.ts'
import type { Frame, Step } from './frame.ts'

/** Constant subexpressions become steps that return a known value and cost nothing. */
export function plan(expr: Expr, checked: Checked): Step {
  return new Planner(checked).plan(expr)
}

class Planner {
  readonly #checked: Checked
  /** Names of comprehension variables with their slots, innermost last. */
  readonly #scope: { readonly name: string; readonly slot: number }[] = []
  readonly #steps = new Map<Expr, Step>()
  #slots = 0

  constructor(checked: Checked) {
    this.#checked = checked
  }

  /** Memoized: macros can put a node in two places, so chained macros would double the work each time. */
  plan(expr: Expr): Step {
    const step = this.#steps.get(expr) ?? this.#planNew(expr)
    this.#steps.set(expr, step)
    return step
  }

  #planNew(expr: Expr): Step {
    if (isConstant(expr)) {
      const value = foldConstant(expr, this.#checked)
      return () => value
    }
    switch (expr.kind) {
      case 'literal':
        return () => expr.value
      case 'identifier':
        return this.#name(expr)
      case 'select':
        return this.#select(expr)
      case 'call':
        return this.#call(expr)
      case 'list':
        return this.#list(expr)
      case 'map':
        return this.#map(expr)
      case 'struct':
        return this.#struct(expr)
      case 'comprehension':
        return isBinding(expr) ? this.#binding(expr) : this.#comprehension(expr)
    }
  }

  #name(expr: Expr): Step {
    const type = this.#checked.typeNames.get(expr)
    if (type !== undefined) {
      const value = new TypeValue(type)
      return ({ meter }) => (meter.charge(1), value)
    }
    const variable = this.#checked.variables.get(expr)
    if (variable !== undefined) {
      return ({ meter, variables }) => {
        meter.charge(1)
        const value = variables(variable)
        return value === undefined ? new CelError(`no such attribute(s): ${variable}`) : value
      }
    }
    const name = (expr as Expr & { kind: 'identifier' }).name
    const { slot } = this.#scope.findLast((each) => each.name === name)!
    return ({ meter, slots }) => (meter.charge(1), slots[slot]!)
  }

  #select(expr: Select): Step {
    if (this.#checked.variables.has(expr) || this.#checked.typeNames.has(expr)) return this.#name(expr)
    const operand = this.plan(expr.operand)
    const { field } = expr
    if (expr.isTest) return (frame) => hasField(operand(frame), field)
    return (frame) => {
      const value = operand(frame)
      frame.meter.charge(1)
      return getIndex(value, field)
    }
  }

  #call(expr: Call): Step {
    const [first, second, third] = expr.args
    switch (expr.name) {
      case '_&&_':
        return logical(this.plan(first!), this.plan(second!), false)
      case '_||_':
        return logical(this.plan(first!), this.plan(second!), true)
      case '_?_:_':
        return conditional(this.plan(first!), this.plan(second!), this.plan(third!))
      case '@not_strictly_false':
        return notStrictlyFalse(this.plan(first!))
      case '_?._':
        return this.#optionalSelect(expr)
      case '_[_]':
      case '_[?_]':
        return this.#index(expr)
      case 'or':
      case 'orValue':
        return orElse(this.plan(expr.target!), this.plan(first!), expr.name === 'orValue')
      default:
        return this.#ordinaryCall(expr)
    }
  }

  #optionalSelect({ args }: Call): Step {
    const operand = this.plan(args[0]!)
    const field = literalText(args[1]!)
    return (frame) => {
      const value = operand(frame)
      frame.meter.charge(1)
      return findField(value, field)
    }
  }

  #index({ name, args }: Call): Step {
    const container = this.plan(args[0]!)
    const key = this.plan(args[1]!)
    const isOptional = name === '_[?_]'
    return (frame) => {
      const held = container(frame)
      if (isCelError(held)) return held
      const at = key(frame)
      frame.meter.charge(1)
      if (isCelError(at)) return at
      return isOptional || held instanceof Optional ? optionalIndex(held, at, getIndex) : getIndex(held, at)
    }
  }

  #ordinaryCall(expr: Call): Step {
    const overloads = this.#checked.overloads.get(expr) ?? []
    const namespaced = this.#checked.namespaced.get(expr)
    const name = namespaced ?? expr.name
    const operands = namespaced !== undefined || expr.target === undefined ? expr.args : [expr.target, ...expr.args]
    demandPattern(name, operands)
    const steps = operands.map((operand) => this.plan(operand))
    // Membership in a constant list is free: the server precomputes a set.
    const isFree = name === '@in' && operands[1]!.kind === 'list' && isConstant(operands[1]!)
    return (frame) => invoke({ name, overloads, isFree }, steps, frame)
  }

  #list({ items }: ListLiteral): Step {
    const steps = items.map(({ value, isOptional }) => ({ step: this.plan(value), isOptional }))
    return (frame) => {
      const elements: Value[] = []
      for (const { step, isOptional } of steps) {
        const value = step(frame)
        if (isCelError(value)) return value
        if (!isOptional) elements.push(value)
        else if (!(value instanceof Optional)) return notOptional('list element')
        else if (value.value !== undefined) elements.push(value.value)
      }
      frame.meter.charge(listCost)
      return new ArrayValue(elements)
    }
  }

  #map({ entries }: MapLiteral): Step {
    const steps = entries.map(({ key, value, isOptional }) => ({
      key: this.plan(key),
      value: this.plan(value),
      isOptional,
    }))
    return (frame) => {
      const pairs: (readonly [Value, Value])[] = []
      for (const { key, value, isOptional } of steps) {
        const pair = [key(frame), value(frame)] as const
        const error = pair.find(isCelError)
        if (error !== undefined) return error
        if (!isOptional) pairs.push(pair)
        else if (!(pair[1] instanceof Optional)) return notOptional('entry')
        else if (pair[1].value !== undefined) pairs.push([pair[0], pair[1].value])
      }
      frame.meter.charge(mapCost)
      return new EntriesValue(pairs)
    }
  }

  #struct(expr: StructLiteral): Step {
    const type = this.#checked.types.get(expr)!
    const steps = expr.fields.map(({ name, value, isOptional }) => ({ name, step: this.plan(value), isOptional }))
    return (frame) => {
      const fields = new Map<string, Value>()
      for (const { name, step, isOptional } of steps) {
        const value = step(frame)
        if (isCelError(value)) return value
        const content = isOptional && value instanceof Optional ? value.value : value
        if (content !== undefined) fields.set(name, content)
      }
      frame.meter.charge(structCost)
      return new StructValue(type, fields)
    }
  }

  #binding({ accumulator, init, result }: Comprehension): Step {
    const value = this.plan(init)
    const slot = this.#declare(accumulator)
    const body = this.plan(result)
    this.#scope.pop()
    return (frame) => {
      frame.slots[slot] = value(frame)
      return body(frame)
    }
  }

  #comprehension(expr: Comprehension): Step {
    const range = this.plan(expr.range)
    const init = this.plan(expr.init)
    const accumulator = this.#declare(expr.accumulator)
    const first = this.#declare(expr.variable)
    const second = expr.secondVariable === undefined ? undefined : this.#declare(expr.secondVariable)
    const condition = this.plan(expr.condition)
    const step = this.plan(expr.step)
    this.#scope.length -= second === undefined ? 1 : 2
    const result = this.plan(expr.result)
    this.#scope.pop()
    return (frame) => {
      const container = range(frame)
      if (isCelError(container)) return container
      const elements = elementsOf(container, second !== undefined)
      if (isCelError(elements)) return elements
      frame.slots[accumulator] = init(frame)
      for (const [one, other] of elements) {
        frame.slots[first] = one
        if (second !== undefined) frame.slots[second] = other
        if (condition(frame) === false) break
        frame.slots[accumulator] = step(frame)
      }
      return result(frame)
    }
  }

  #declare(name: string): number {
    const slot = this.#slots++
    this.#scope.push({ name, slot })
    return slot
  }
}

/** The values that a comprehension iterates: elements, or keys; with two variables index and element, or key and value. */
function elementsOf(container: Value, isPaired: boolean): Iterable<readonly [Value, Value]> | CelError {
  if (container instanceof ListValue) return isPaired ? indexed(container) : singles(container)
  if (container instanceof MapValue) return isPaired ? entries(container) : singles(container.keys())
  const type = goTypeOf(container)
  return new CelError(
    isPaired ? `unsupported comprehension range type: ${type}` : `got '${type}', expected iterable type`,
  )
}

function* singles(values: Iterable<Value>): Generator<readonly [Value, Value], void, void> {
  for (const value of values) yield [value, value]
}

function* indexed(list: ListValue): Generator<readonly [Value, Value], void, void> {
  for (let index = 0; index < list.size; index++) yield [BigInt(index), list.at(index)]
}

function* entries(map: MapValue): Generator<readonly [Value, Value], void, void> {
  for (const key of map.keys()) yield [key, map.get(key)]
}

/** The server's Go type name, which only this message shows. */
function goTypeOf(value: Value): string {
  const name = typeNameOf(value)
    .replace(/^google\.protobuf\./, '')
    .replace('null_type', 'null')
  return `types.${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

function notOptional(what: string): CelError {
  return new CelError(`cannot initialize optional ${what} from non-optional value`)
}

/** `decisive` is the operand value that determines the result even if the other operand is an error. */
function logical(left: Step, right: Step, decisive: boolean): Step {
  return (frame) => {
    const first = left(frame)
    if (first === decisive) return decisive
    const second = right(frame)
    if (second === decisive) return decisive
    if (isCelError(first)) return first
    if (isCelError(second)) return second
    return typeof first === 'boolean' && typeof second === 'boolean' ? !decisive : noSuchOverload()
  }
}

function conditional(test: Step, whenTrue: Step, whenFalse: Step): Step {
  return (frame) => {
    const verdict = test(frame)
    if (isCelError(verdict)) return verdict
    if (typeof verdict !== 'boolean') return noSuchOverload()
    return verdict ? whenTrue(frame) : whenFalse(frame)
  }
}

function notStrictlyFalse(operand: Step): Step {
  return (frame) => {
    const value = operand(frame)
    frame.meter.charge(1)
    return value !== false
  }
}

function orElse(optional: Step, alternative: Step, isUnwrapped: boolean): Step {
  return (frame) => {
    const value = optional(frame)
    if (isCelError(value)) return value
    if (!(value instanceof Optional)) return value
    if (value.value === undefined) return alternative(frame)
    return isUnwrapped ? value.value : value
  }
}

const silent = new Set(['contains', 'startsWith', 'endsWith', 'matches', 'find', 'findAll'])
const terse = new Set(['size', 'sort', '@sortByAssociatedKeys'])

/** The server's functions report unsupported arguments in three different ways. */
function unknownCall(name: string, args: readonly Value[]): CelError {
  if (silent.has(name) || !/^[A-Za-z]/.test(name)) return noSuchOverload()
  return new CelError(`no such overload: ${terse.has(name) ? name : `${name}(${args.map(typeNameOf).join(', ')})`}`)
}

interface Callee {
  readonly name: string
  readonly overloads: readonly Overload[]
  readonly isFree: boolean
}

/** Functions of up to two arguments evaluate both before checking for errors; longer ones stop at the first error. */
function invoke({ name, overloads, isFree }: Callee, steps: readonly Step[], frame: Frame): Value {
  const args: Value[] = []
  for (const step of steps) {
    const value = step(frame)
    if (isCelError(value) && steps.length > 2) return value
    args.push(value)
  }
  const error = args.find(isCelError)
  if (error !== undefined) return error
  const overload = overloads.find((each) => each.args.every((type, index) => fits(args[index]!, type)))
  if (overload === undefined) return unknownCall(name, args)
  const result = overload.invoke(args, frame.context)
  if (!isFree) frame.meter.charge(callCost(name, overload.id, args, result))
  return result
}
