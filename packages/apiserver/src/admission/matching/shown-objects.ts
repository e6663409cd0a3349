/** The objects of one write, converted once to each version in which they are shown. */
import type { ServedKind } from '../../kinds/served-kind.ts'
import type { Draft } from '../../object/draft.ts'
import type { Attributes } from '../../kinds/admission.ts'
import { present } from './versioned.ts'

export interface Shown {
  readonly object: Draft | undefined
  readonly oldObject: Draft | undefined
}

export class ShownObjects {
  readonly #attributes: Attributes
  readonly #old = new Map<ServedKind, Promise<Draft | undefined>>()
  readonly #new = new Map<ServedKind, Promise<Draft | undefined>>()
  /** The object that `#new` was converted from. */
  #object: Draft | undefined

  constructor(attributes: Attributes) {
    this.#attributes = attributes
    this.#object = attributes.object
  }

  async in(version: ServedKind): Promise<Shown> {
    const { object, oldObject } = this.#attributes
    if (object !== this.#object) this.#new.clear()
    this.#object = object
    return {
      object: await this.#show(this.#new, version, object),
      oldObject: await this.#show(this.#old, version, oldObject),
    }
  }

  #show(
    known: Map<ServedKind, Promise<Draft | undefined>>,
    version: ServedKind,
    object: Draft | undefined,
  ): Promise<Draft | undefined> {
    let shown = known.get(version)
    if (shown === undefined) {
      shown = object === undefined ? Promise.resolve(undefined) : present(this.#attributes, version, object)
      known.set(version, shown)
    }
    return shown
  }
}
