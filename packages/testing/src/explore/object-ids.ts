/**
 * Ids that say which object they were given to, and nothing of what happened before: operators make names of them, and the same
 * object has to have the same in every run, whatever goes wrong in it.
 */
import { type Ids, seededIds, seededRandom } from '@kubewright/core'

export class ObjectIds implements Ids {
  readonly #made = new Map<string, number>()
  #ids = seededIds(seededRandom('nothing'))

  /** Whatever is given out from now on is given to this object. @param object `configmaps default/blog` */
  about(object: string): void {
    this.#ids = seededIds(seededRandom(`${object} ${this.#made.get(object) ?? 0}`))
  }

  /** It was made: the next one of that name is another. */
  made(object: string): void {
    this.#made.set(object, (this.#made.get(object) ?? 0) + 1)
  }

  uuid(): string {
    return this.#ids.uuid()
  }
}
