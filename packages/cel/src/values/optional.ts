import type { Value } from './value.ts'

/** A value that may be missing. */
export class Optional {
  static readonly none = new Optional(undefined)

  readonly value: Value | undefined

  constructor(value: Value | undefined) {
    this.value = value
  }
}
