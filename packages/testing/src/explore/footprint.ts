/**
 * What a step of a world touched. Two steps whose footprints do not meet can be taken in either order, and lead to the same:
 * one of the orders is enough.
 */

/** `read` and `changed`; or what it was set to: two steps that set the same to the same meet nowhere. */
export type Touch = 'read' | 'changed' | { readonly to: string }

export class Footprint {
  readonly #touched = new Map<string, Touch>()
  #isEverywhere = false

  /** Time has passed, or somebody did something nobody can follow. */
  touchAll(): void {
    this.#isEverywhere = true
  }

  touch(place: string, how: Touch): void {
    const before = this.#touched.get(place)
    this.#touched.set(place, before === undefined || isSame(before, how) ? how : 'changed')
  }

  meets(other: Footprint): boolean {
    if (this.#isEverywhere || other.#isEverywhere) return true
    for (const [place, how] of this.#touched) {
      const there = other.#touched.get(place)
      if (there !== undefined && !isSame(how, there)) return true
      if (there === 'changed') return true
    }
    return false
  }
}

/** Whether both together are as one of them alone. */
function isSame(one: Touch, two: Touch): boolean {
  return typeof one === 'object' && typeof two === 'object' ? one.to === two.to : one === two
}
