/**
 * The places that a step of a world touched. Steps with disjoint footprints are independent: either order leads to the same state, so one
 * order suffices.
 */

/** `read`, `changed`, or the new value: two steps that set a place to the same value do not conflict. */
export type Touch = 'read' | 'changed' | { readonly to: string }

export class Footprint {
  readonly #touched = new Map<string, Touch>()
  #isEverywhere = false

  /** For steps that let time pass, or whose effects are unknown. */
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

/** Whether both touches together are equivalent to either one. */
function isSame(one: Touch, two: Touch): boolean {
  return typeof one === 'object' && typeof two === 'object' ? one.to === two.to : one === two
}
