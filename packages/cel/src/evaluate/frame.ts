/** The state of one evaluation. */
import type { CallContext } from '../functions/overload.ts'
import type { Meter } from '../cost/meter.ts'
import type { Value } from '../values/value.ts'

/** Looks up a variable; `undefined` if it has no value in this evaluation. */
export type Variables = (name: string) => Value | undefined

export interface Frame {
  readonly variables: Variables
  /** The variables of comprehensions, in the slots that the planner assigned. */
  readonly slots: Value[]
  readonly meter: Meter
  readonly context: CallContext
}

export type Step = (frame: Frame) => Value
