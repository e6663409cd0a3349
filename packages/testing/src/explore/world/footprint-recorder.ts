/** Collects the footprint of everything since the last choice. Collects nothing if no guide uses it. */
import { Footprint, type Touch } from './footprint.ts'

export class FootprintRecorder {
  readonly #isUsed: boolean
  #footprint = new Footprint()

  constructor(isUsed: boolean) {
    this.#isUsed = isUsed
  }

  touch(place: string, how: Touch = 'changed'): void {
    if (this.#isUsed) this.#footprint.touch(place, how)
  }

  /** For effects that are unknown, or concern everything. */
  touchAll(): void {
    if (this.#isUsed) this.#footprint.touchAll()
  }

  /** Returns the footprint, and starts another one. */
  take(): Footprint {
    const footprint = this.#footprint
    this.#footprint = new Footprint()
    return footprint
  }
}
