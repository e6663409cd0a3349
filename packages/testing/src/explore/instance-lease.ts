/** The right of one instance to act: from its start, or once the world gives it, until the world gives it to another one. */
import { onAbort } from '@kubewright/core'
import type { ManagerOptions } from '@kubewright/manager'

type Coordination = NonNullable<ManagerOptions['coordination']>

export class InstanceLease {
  readonly #right = new AbortController()
  /** Resolves when it gets the right. */
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

  /** Somebody else has it. */
  static wanted(): InstanceLease {
    return new InstanceLease()
  }

  /** It may act from now on. */
  get(): void {
    this.#give()
  }

  /** Another one has it from now on. */
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
