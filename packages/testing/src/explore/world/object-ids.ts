/**
 * Ids that depend only on the object they are given to, not on earlier events: operators derive names from them, and the same object needs
 * the same id in every run, whatever the faults.
 */
import { type Ids, seededIds, seededRandom } from '@kubewright/core/random'

export class ObjectIds implements Ids {
  readonly #made = new Map<string, number>()
  #ids = seededIds(seededRandom('nothing'))

  /** Sets the object of the next ids. @param object `configmaps default/blog` */
  about(object: string): void {
    this.#ids = seededIds(seededRandom(`${object} ${this.#made.get(object) ?? 0}`))
  }

  /** Records a creation: the next object of that name gets another id. */
  made(object: string): void {
    this.#made.set(object, (this.#made.get(object) ?? 0) + 1)
  }

  uuid(): string {
    return this.#ids.uuid()
  }
}
