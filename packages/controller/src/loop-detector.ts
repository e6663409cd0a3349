/**
 * Finds objects that a controller reconciles again and again without anybody having changed their spec, and with writes each
 * time: two controllers that undo each other, or one that undoes itself.
 */
import type { Ref } from '@kubewright/core'
import type { HotLoop } from './controller-host.ts'
import { requestKey } from './request-key.ts'

/** So many reconciles that wrote something … */
const suspicious = 20
/** … in so short a time are a loop. */
const windowMs = 60_000

interface Suspect {
  readonly generation: number | undefined
  readonly since: number
  readonly reconciles: number
  readonly isReported: boolean
}

export class LoopDetector {
  readonly #of: Pick<HotLoop, 'controller' | 'cluster'>
  readonly #suspects = new Map<string, Suspect>()

  constructor(controller: string, cluster?: string) {
    this.#of = cluster === undefined ? { controller } : { controller, cluster }
  }

  /** A reconcile ended. Returns the loop if there is one and it has not been reported. */
  note(
    object: Ref,
    { generation, changed, now }: { generation: number | undefined; changed: number; now: number },
  ): HotLoop | undefined {
    const key = requestKey(object)
    if (changed === 0) return void this.#suspects.delete(key)
    const known = this.#suspects.get(key)
    const isSame = known !== undefined && known.generation === generation && now - known.since <= windowMs
    const suspect = isSame
      ? { ...known, reconciles: known.reconciles + 1 }
      : { generation, since: now, reconciles: 1, isReported: false }
    const isLoop = suspect.reconciles >= suspicious && !suspect.isReported
    this.#suspects.set(key, isLoop ? { ...suspect, isReported: true } : suspect)
    if (!isLoop) return undefined
    return { ...this.#of, object, reconciles: suspect.reconciles, withinMs: now - suspect.since }
  }

  forget(object: Ref): void {
    this.#suspects.delete(requestKey(object))
  }
}
