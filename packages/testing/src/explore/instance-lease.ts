/** The right of one instance to act. It has it from its start, until the world gives it to another one. */
import type { ManagerOptions } from '@kubewright/manager'

type Coordination = NonNullable<ManagerOptions['coordination']>

export class InstanceLease {
  readonly #right = new AbortController()

  /** Another one has it from now on. */
  pass(): void {
    this.#right.abort(new Error('the lease has passed to another instance'))
  }

  get coordination(): Coordination {
    const right = this.#right.signal
    return {
      mode: 'leader',
      coordinate: ({ identity }) => ({
        get standing() {
          const isActing = !right.aborted
          return { isActing, holder: isActing ? identity : 'another', text: isActing ? 'leads' : 'has lost the lease' }
        },
        async run(signal, act) {
          await act(AbortSignal.any([signal, right]))
          if (right.aborted && !signal.aborted) throw right.reason
        },
      }),
    }
  }
}
