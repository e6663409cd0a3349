/** A signal that follows others, and detaches from them when disposed. */
import { onAbort } from '@kubewright/core/tasks'

export interface LinkedAbort extends Disposable {
  readonly signal: AbortSignal
}

/** Not `AbortSignal.any`: its results are retained by source signals that live as long as the process. */
export function linkedAbort(...parents: readonly AbortSignal[]): LinkedAbort {
  const own = new AbortController()
  const listening: Disposable[] = []
  for (const parent of parents) {
    if (parent.aborted) own.abort(parent.reason)
    else listening.push(onAbort(parent, () => own.abort(parent.reason)))
  }
  return {
    signal: own.signal,
    [Symbol.dispose]() {
      for (const one of listening) one[Symbol.dispose]()
    },
  }
}
