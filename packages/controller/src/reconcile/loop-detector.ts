/**
 * Detects objects that are reconciled over and over without a spec change, with writes each time: two controllers that revert
 * each other, or one that reverts itself.
 */
import type { Ref } from '@kubewright/core'
import type { HotLoop } from '../host/controller-observer.ts'
import { requestKey } from '../request/request-key.ts'

/** This many reconciles that changed something … */
const suspicious = 20
/** … within this time are a hot loop. */
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

  /** Records a finished reconcile. Returns a loop the first time it is detected. */
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
