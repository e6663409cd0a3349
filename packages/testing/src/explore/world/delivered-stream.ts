/** The response stream of a watch: the world decides when lines arrive. */
import type { TransportBody } from '@kubewright/client/transport'
import type { Actor } from './actor.ts'
import { onAbandoned, type Wanted } from './abandoned-call.ts'

export class DeliveredStream {
  readonly #actor: Actor
  readonly #lines: Uint8Array[] = []
  #isEnded = false
  #failure: Error | undefined
  #resume: (() => void) | undefined

  constructor(actor: Actor) {
    this.#actor = actor
    actor.onEnd(this.#fail)
  }

  readonly #fail = (reason: Error): void => {
    this.#failure = reason
    this.#wakeReader()
  }

  push(line: string): void {
    this.#lines.push(Buffer.from(`${line}\n`))
    this.#wakeReader()
  }

  end(): void {
    this.#isEnded = true
    this.#actor.forget(this.#fail)
    this.#wakeReader()
  }

  #wakeReader(): void {
    this.#resume?.()
    this.#resume = undefined
  }

  /**
   * @param wanted rejects with the reason when the reader gives up
   * @param leave called when the reader stops
   */
  body(wanted: Wanted | undefined, leave: () => void): TransportBody {
    const aborting = wanted && onAbandoned(wanted, () => this.#wakeReader())
    const lines = this.#read(wanted, () => {
      aborting?.[Symbol.dispose]()
      this.#actor.forget(this.#fail)
      leave()
    })
    return {
      [Symbol.asyncIterator]: () => lines,
      async text() {
        const parts: Uint8Array[] = []
        for await (const line of lines) parts.push(line)
        return Buffer.concat(parts).toString()
      },
    }
  }

  async *#read(wanted: Wanted | undefined, left: () => void): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        if (wanted?.aborted === true) throw wanted.reason
        if (this.#failure !== undefined) throw this.#failure
        const line = this.#lines.shift()
        if (line !== undefined) yield line
        else if (this.#isEnded) return
        else await new Promise<void>((resolve) => (this.#resume = resolve))
      }
    } finally {
      left()
    }
  }
}
