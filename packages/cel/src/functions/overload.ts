/** Function declarations: each function has overloads, distinguished by argument types. */
import type { CelType } from '../types/type.ts'
import type { Value } from '../values/value.ts'

/** Charges the cost of a function to the budget of the evaluation. */
export interface CallContext {
  /** Charges work that the cost of a call does not include. Throws when the limit is exceeded. */
  readonly spend: (steps: number) => void
}

/** One signature of a function, and its implementation. */
export interface Overload {
  /** The id that costs are looked up by. */
  readonly id: string
  readonly isMember: boolean
  readonly args: readonly CelType[]
  readonly result: CelType
  /** Called with arguments that match `args` and are not errors. */
  readonly invoke: (args: readonly Value[], context: CallContext) => Value
}

/** Functions by name. */
export type Library = Readonly<Record<string, readonly Overload[]>>

/** `f(…)`. `Args` are the JavaScript types of the declared ones. */
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
