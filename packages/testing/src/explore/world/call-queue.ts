/**
 * Enqueues the calls of actors as actions.
 *
 * Guarantees
 * - A call settles once: with its response, when its caller gives up, or when the run is over. A call that its caller gave up on before it
 *   was performed is not performed.
 * - A call of a crashed instance does not settle before the run is over.
 */
import type { Actions, NamedAction } from './actions.ts'
import type { Actor } from './actor.ts'
import type { FaultInjector } from './fault-injector.ts'
import { onAbandoned, type Wanted } from './abandoned-call.ts'
import { type Call, isCounted } from './world-call.ts'

export class CallQueue {
  readonly #actions: Actions
  readonly #injector: FaultInjector

  constructor(actions: Actions, injector: FaultInjector) {
    this.#actions = actions
    this.#injector = injector
  }

  enqueue<Answer>(actor: Actor, call: Call<Answer>, wanted?: Wanted): Promise<Answer> {
    if (actor.isFenced) return actor.never()
    return new Promise<Answer>((resolve, reject) => {
      const settle = {
        resolve: (answer: Answer) => end(() => resolve(answer)),
        reject: (error: unknown) => end(() => reject(error)),
      }
      const giveUp = () => {
        if (action !== undefined) this.#actions.remove(action)
        settle.reject(wanted?.reason)
      }
      const over = (reason: Error) => settle.reject(reason)
      const end = (how: () => void) => {
        aborting?.[Symbol.dispose]()
        actor.forget(over)
        how()
      }
      actor.onEnd(over)
      let action: NamedAction | undefined
      let aborting: Disposable | undefined
      if (wanted?.aborted) return giveUp()
      aborting = wanted && onAbandoned(wanted, giveUp)
      action = this.#add(actor, call, () => this.#injector.perform(actor, call, settle))
    })
  }

  #add<Answer>(actor: Actor, call: Call<Answer>, perform: () => Promise<void>): NamedAction {
    const { label, writes, sent = '' } = call
    const known = isCounted(actor, call) ? { call: { label, writes } } : {}
    const action = { actor, thread: `${actor.name} ${call.thread}`, what: sent, perform, ...known }
    return call.isFirst === true ? this.#actions.addFirst(action) : this.#actions.add(action)
  }
}
