/** How functions are declared: each has overloads, told apart by the types of their arguments. */
import type { CelType } from '../types/type.ts'
import type { Value } from '../values/value.ts'

export interface CallContext {
  /** Charges work that the cost of a call does not show. Throws when there has been too much of it. */
  readonly spend: (steps: number) => void
}

export interface Overload {
  /** The name costs are looked up by. */
  readonly id: string
  readonly isMember: boolean
  readonly args: readonly CelType[]
  readonly result: CelType
  /** Called with arguments that fit `args`; none of them is an error. */
  readonly invoke: (args: readonly Value[], context: CallContext) => Value
}

/** Functions by name. */
export type Library = Readonly<Record<string, readonly Overload[]>>

/** `f(…)`. `Args` are what the declared types are in JavaScript. */
export function fn<Args extends readonly Value[]>(
  id: string,
  args: readonly CelType[],
  result: CelType,
  invoke: (...args: Args) => Value,
): Overload {
  return { id, isMember: false, args, result, invoke: (values) => invoke(...(values as Args)) }
}

/** `x.f(…)`; the first argument is `x`. */
export function method<Args extends readonly Value[]>(
  id: string,
  args: readonly CelType[],
  result: CelType,
  invoke: (...args: Args) => Value,
): Overload {
  return { ...fn(id, args, result, invoke), isMember: true }
}
