/** Waits for an object that another client is about to write. */
import type { Clock } from '@kubewright/core'
import type { Collection } from '../../storage/collection.ts'

export interface Patience {
  readonly clock: Clock
  readonly patienceMs: number
}

/** Resolves when the object is written, or after `patienceMs`. */
export function awaitObject(collection: Collection, key: string, { clock, patienceMs }: Patience): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      timer[Symbol.dispose]()
      subscription[Symbol.dispose]()
      resolve()
    }
    const timer = clock.schedule(patienceMs, end)
    const subscription = collection.subscribe((version) => {
      if (version.key === key && !version.isDeletion) end()
    })
  })
}
