/** Isolates calls from their listeners: an error thrown by a listener is reported once, and the call continues. */
import type { ClientObserver } from './observer.ts'
import type { ServerWarning } from './warnings.ts'

export interface Listeners {
  readonly observer?: ClientObserver | undefined
  readonly onWarning?: ((warning: ServerWarning) => void) | undefined
}

const hooks = ['requested', 'retried', 'lookedUp', 'rateLimited'] as const

export function guardedListeners({ observer, onWarning }: Listeners): Listeners {
  return {
    observer: observer && guardedObserver(observer),
    onWarning: onWarning && guarded('onWarning', onWarning),
  }
}

function guardedObserver(observer: ClientObserver): ClientObserver {
  const methods = hooks.map((hook) => {
    const method = observer[hook] as ((fact: unknown) => void) | undefined
    return [hook, method && guarded(`observer.${hook}`, (fact: unknown) => method.call(observer, fact))] as const
  })
  return Object.fromEntries(methods) as ClientObserver
}

function guarded<Fact>(name: string, listener: (fact: Fact) => unknown): (fact: Fact) => void {
  let isReported = false
  const report = (error: unknown) => {
    if (isReported) return
    isReported = true
    // A process warning, since no caller could handle the error: neither the call nor the server is at fault.
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
    process.emitWarning(`The client's ${name} threw an error. Calls are not affected. This warning is printed once.`, {
      type: 'KubewrightWarning',
      code: 'KW_CLIENT_LISTENER',
      detail,
    })
  }
  return (fact) => {
    try {
      const result = listener(fact)
      // An async function fits the type, and its rejection would end the process.
      if (result instanceof Promise) result.catch(report)
    } catch (error) {
      report(error)
    }
  }
}
