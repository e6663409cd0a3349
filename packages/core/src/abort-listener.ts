/**
 * Hearing of an abort, together. A program passes one signal to hundreds of watches; with a listener each, Node takes
 * that for a leak and warns. Here they share one.
 */

/** Who is told, by signal. A signal is in the map exactly while somebody waits for it. */
const listeners = new WeakMap<AbortSignal, { readonly told: Set<() => void>; readonly tell: () => void }>()

/**
 * Calls `run` once when the signal is aborted, unless the result was disposed before. Never called at once: a signal
 * that is aborted already tells nobody, so look at `signal.aborted` first.
 *
 * @example
 * ```ts
 * const controller = new AbortController()
 * const heard: string[] = []
 * onAbort(controller.signal, () => heard.push('first'))
 * const second = onAbort(controller.signal, () => heard.push('second'))
 * second[Symbol.dispose]()
 * controller.abort()
 * heard // => ['first']
 * ```
 */
export function onAbort(signal: AbortSignal, run: () => void): Disposable {
  const entry = listeners.get(signal) ?? listenTo(signal)
  // A function of its own, so that the same `run` can wait twice.
  const told = () => run()
  entry.told.add(told)
  return {
    [Symbol.dispose]() {
      entry.told.delete(told)
      if (entry.told.size === 0) forget(signal, entry.tell)
    },
  }
}

function listenTo(signal: AbortSignal) {
  const told = new Set<() => void>()
  const tell = () => {
    listeners.delete(signal)
    runAll(told)
  }
  signal.addEventListener('abort', tell, { once: true })
  const entry = { told, tell }
  listeners.set(signal, entry)
  return entry
}

function forget(signal: AbortSignal, tell: () => void): void {
  if (listeners.get(signal)?.tell !== tell) return
  listeners.delete(signal)
  signal.removeEventListener('abort', tell)
}

/** One that throws does not keep the others from hearing. The first error goes where those of listeners go. */
function runAll(runs: Iterable<() => void>): void {
  const errors: unknown[] = []
  for (const run of runs) {
    try {
      run()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}
