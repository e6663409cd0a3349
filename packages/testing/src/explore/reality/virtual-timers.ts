/** Virtual timers, in place of real ones that code requests. */
import { onAbort } from '@kubewright/core/tasks'
import type { Actor } from '../world/actor.ts'
import type { CodeOwner } from './code-owner.ts'

type Callback = (...parameters: readonly unknown[]) => void

const given = new WeakMap<object, Disposable>()

/** Fenced code resumes when the run is over, so that it ends; code that sets timers without end is stopped at this limit. */
const mostAfterRun = 100
const afterRun = new WeakMap<Actor, number>()

/** Like the actor's clock, but timers that are pending when the run is over fire at once. */
function schedule(actor: Actor, ms: unknown, run: () => void): Disposable {
  if (actor.isOver) {
    const count = (afterRun.get(actor) ?? 0) + 1
    afterRun.set(actor, count)
    if (count > mostAfterRun) return { [Symbol.dispose]: () => undefined }
  }
  let timer: Disposable | undefined
  const stop = () => {
    actor.forget(fire)
    timer?.[Symbol.dispose]()
  }
  const fire = () => {
    stop()
    run()
  }
  timer = actor.clock.schedule(Number(ms ?? 0), fire)
  if (!actor.isOver) actor.onEnd(fire)
  return { [Symbol.dispose]: stop }
}

/** Clears a virtual timer. Returns whether it was one. */
export function clearVirtualTimer(timer: unknown): boolean {
  const scheduled = typeof timer === 'object' && timer !== null ? given.get(timer) : undefined
  scheduled?.[Symbol.dispose]()
  return scheduled !== undefined
}

function timerOf(scheduled: Disposable): object {
  const timer = {
    ref: () => timer,
    unref: () => timer,
    hasRef: () => false,
    [Symbol.toPrimitive]: () => 0,
    [Symbol.dispose]: () => scheduled[Symbol.dispose](),
  }
  given.set(timer, scheduled)
  return timer
}

export function virtualTimeout(
  { actor }: CodeOwner,
  run: unknown,
  ms: unknown,
  ...parameters: readonly unknown[]
): object {
  return timerOf(schedule(actor, ms, () => (run as Callback)(...parameters)))
}

export function virtualInterval(
  { actor }: CodeOwner,
  run: unknown,
  ms: unknown,
  ...parameters: readonly unknown[]
): object {
  // An interval of 0 would keep virtual time from advancing.
  const every = Math.max(1, Number(ms ?? 0))
  const again = () => {
    next = actor.clock.schedule(every, again)
    ;(run as Callback)(...parameters)
  }
  let next = actor.clock.schedule(every, again)
  return timerOf({ [Symbol.dispose]: () => next[Symbol.dispose]() })
}

/** Like `setTimeout` of `node:timers/promises`. */
export function virtualWait({ actor }: CodeOwner, ms: unknown, value: unknown, options: unknown): Promise<unknown> {
  const { signal } = (options ?? {}) as { readonly signal?: AbortSignal }
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(aborted(signal))
    let aborting: Disposable | undefined
    const scheduled = schedule(actor, ms, () => {
      aborting?.[Symbol.dispose]()
      resolve(value)
    })
    aborting =
      signal &&
      onAbort(signal, () => {
        scheduled[Symbol.dispose]()
        reject(aborted(signal))
      })
  })
}

/** The same error as Node's. */
function aborted({ reason }: AbortSignal): Error {
  const error = new Error('The operation was aborted', { cause: reason })
  return Object.assign(error, { name: 'AbortError', code: 'ABORT_ERR' })
}

/** Like `setInterval` of `node:timers/promises`. */
export async function* virtualTicks(owner: CodeOwner, ms: unknown, value: unknown, options: unknown) {
  for (;;) yield await virtualWait(owner, Math.max(1, Number(ms ?? 0)), value, options)
}

/** Like `AbortSignal.timeout`. */
export function virtualDeadline({ actor }: CodeOwner, ms: unknown): AbortSignal {
  const controller = new AbortController()
  const reason = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
  actor.clock.schedule(Number(ms ?? 0), () => controller.abort(reason))
  return controller.signal
}
