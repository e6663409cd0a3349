/** Converts operating system signals to an `AbortSignal`. */

/** Aborted when the process is signalled to stop. Disposing it removes its listeners. */
export type ProcessSignal = AbortSignal & Disposable

/** The part of `process` that is used. */
export interface SignalledProcess {
  on(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown
  off(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown
  exit(code: number): void
}

/**
 * A signal that is aborted by the first of these. The second ends the process at once, with code 1, for a user who does not want to
 * wait.
 *
 * @param signals `SIGTERM` and `SIGINT` if there are none
 */
export function untilSignal(...signals: readonly NodeJS.Signals[]): ProcessSignal {
  return listenTo(process, signals.length === 0 ? ['SIGTERM', 'SIGINT'] : signals)
}

export function listenTo(process: SignalledProcess, signals: readonly NodeJS.Signals[]): ProcessSignal {
  const controller = new AbortController()
  const hear = (signal: NodeJS.Signals) => {
    if (controller.signal.aborted) return process.exit(1)
    controller.abort(new Error(`the process received ${signal}`))
  }
  for (const signal of signals) process.on(signal, hear)
  return Object.assign(controller.signal, {
    [Symbol.dispose]: () => {
      for (const signal of signals) process.off(signal, hear)
    },
  })
}
