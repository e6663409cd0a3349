/** A server that plays a script to a watch loop, one step per request, and records the requests. */
import type { WatchEvent } from '@kubewright/client'
import { type Clock, type KubeObject, sleep } from '@kubewright/core'
import { onAbort } from '@kubewright/core/tasks'
import type { WatchedServer, WatchRequest } from '../watch-loop.ts'

/** How the response continues: stays open, ends (after a delay), or fails. */
type Ending = 'stays' | 'ends' | { readonly endsAfterMs: number; readonly error?: Error } | Error

export type Step =
  | { readonly pages: readonly (readonly KubeObject[])[]; readonly version: number; readonly ending?: Ending }
  | {
      readonly events: readonly WatchEvent<KubeObject>[]
      readonly ending: Ending
      /** Whether the server accepts the watch. @default false, it hangs until the first event */
      readonly opens?: boolean
    }

export class ScriptedWatches implements WatchedServer<KubeObject> {
  /** `list`, `list whole`, `watch from the beginning`, `watch from 7`. */
  readonly asked: string[] = []
  /** The `timeoutSeconds` of each watch. */
  readonly timeouts: (number | undefined)[] = []
  /** How many answers are being read. */
  open = 0
  readonly #steps: Step[]
  readonly #clock: Clock

  constructor(clock: Clock, steps: readonly Step[]) {
    this.#clock = clock
    this.#steps = [...steps]
  }

  async *pages({ isWhole }: { readonly isWhole: boolean }, signal: AbortSignal) {
    this.asked.push(isWhole ? 'list whole' : 'list')
    const step = this.#next('pages')
    this.open++
    try {
      for (const items of step.pages) {
        signal.throwIfAborted()
        yield { items, version: String(step.version) }
      }
      await this.#end(step.ending ?? 'ends', signal)
    } finally {
      this.open--
    }
  }

  async *watch(version: string | undefined, signal: AbortSignal, { onOpened, timeoutSeconds }: WatchRequest) {
    this.asked.push(version === undefined ? 'watch from the beginning' : `watch from ${version}`)
    const step = this.#next('events')
    this.timeouts.push(timeoutSeconds)
    this.open++
    try {
      if (step.opens === true) onOpened()
      for (const event of step.events) {
        signal.throwIfAborted()
        yield event
      }
      await this.#end(step.ending, signal)
    } finally {
      this.open--
    }
  }

  #next<Kind extends 'pages' | 'events'>(kind: Kind): Extract<Step, Record<Kind, unknown>> {
    const step = this.#steps.shift()
    if (step === undefined || !(kind in step)) throw new Error(`the script has no ${kind} here: ${this.asked.at(-1)}`)
    return step as Extract<Step, Record<Kind, unknown>>
  }

  async #end(ending: Ending, signal: AbortSignal): Promise<void> {
    if (ending === 'ends') return
    if (ending instanceof Error) throw ending
    if (ending !== 'stays') {
      await sleep(this.#clock, ending.endsAfterMs, signal)
      if (ending.error !== undefined) throw ending.error
      return
    }
    await new Promise<never>((_, reject) => onAbort(signal, () => reject(signal.reason as Error)))
  }
}
