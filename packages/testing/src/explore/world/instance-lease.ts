/**
 * The lease of one instance: held from its start or once the world grants it, until the world passes it to another instance.
 * See decision 0204.
 */
import { onAbort } from '@kubewright/core/tasks'
import type { ManagerOptions } from '@kubewright/manager'

type Coordination = NonNullable<ManagerOptions['coordination']>

export class InstanceLease {
  readonly #right = new AbortController()
  /** Resolves when the lease is acquired. */
  readonly #given: Promise<void>
  #isGiven = false
  #give: () => void = () => undefined

  private constructor() {
    this.#given = new Promise((resolve) => {
      this.#give = () => {
        this.#isGiven = true
        resolve()
      }
    })
  }

  static held(): InstanceLease {
    const lease = new InstanceLease()
    lease.#give()
    return lease
  }

  /** A lease that another instance holds. */
  static wanted(): InstanceLease {
    return new InstanceLease()
  }

  /** Acquires the lease. */
  get(): void {
    this.#give()
  }

  /** Passes the lease to another instance. */
  pass(): void {
    this.#right.abort(new Error('the lease has passed to another instance'))
  }

  get coordination(): Coordination {
    const right = this.#right.signal
    const isActing = () => this.#isGiven && !right.aborted
    const text = () => (isActing() ? 'leads' : this.#isGiven ? 'has lost the lease' : 'stands by')
    return {
      mode: 'leader',
      coordinate: ({ identity }) => ({
        get standing() {
          return { isActing: isActing(), holder: isActing() ? identity : 'another', text: text() }
        },
        run: async (signal, act) => {
          await unlessAborted(signal, this.#given)
          if (signal.aborted) return
          await act(AbortSignal.any([signal, right]))
          if (right.aborted && !signal.aborted) throw right.reason
        },
      }),
    }
  }
}

/** Resolves with `work`, or when the signal is aborted. */
function unlessAborted(signal: AbortSignal, work: Promise<void>): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const aborting = onAbort(signal, resolve)
    void work.then(resolve).finally(() => aborting[Symbol.dispose]())
  })
}
