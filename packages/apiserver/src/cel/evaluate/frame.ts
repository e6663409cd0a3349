/** What one evaluation carries along. */
import type { CallContext } from '../functions/overload.ts'
import type { Meter } from '../cost/meter.ts'
import type { Value } from '../values/value.ts'

/** Looks a variable up; `undefined` when it has no value this time. */
export type Variables = (name: string) => Value | undefined

export interface Frame {
  readonly variables: Variables
  /** The variables of loops, each at the place the plan gave it. */
  readonly slots: Value[]
  readonly meter: Meter
  readonly context: CallContext
}

export type Step = (frame: Frame) => Value
