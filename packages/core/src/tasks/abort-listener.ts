/**
 * Shared abort listeners. A program passes one signal to hundreds of watches; with one listener each, Node reports a possible leak and
 * warns. Here they share one listener.
 */

/** Callbacks by signal. A signal is in the map exactly while a callback is registered for it. */
const listeners = new WeakMap<AbortSignal, { readonly told: Set<() => void>; readonly tell: () => void }>()

/**
 * Calls `run` once when the signal is aborted, unless the result was disposed before. Never called during registration: a signal that is
 * already aborted notifies no one, so check `signal.aborted` first.
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
  // A separate closure, so that the same `run` can be registered twice.
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

/** A callback that throws does not stop the others. The first error is reported like that of any event listener. */
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
