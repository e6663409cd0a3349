/** A stream that the test writes to while it is read. */
import { onAbort } from '@kubewright/core/tasks'

/** The body of a response that stays open, such as a watch or a log. */
export class ScriptedStream {
  readonly #chunks: Uint8Array[] = []
  #wake: (() => void) | undefined
  #end: { readonly error?: unknown } | undefined
  /** Whether its reader has left. */
  isClosed = false

  push(chunk: string | Uint8Array): void {
    this.#chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
    this.#wake?.()
  }

  /** One line of a watch. */
  event(type: string, object: unknown): void {
    this.push(`${JSON.stringify({ type, object })}\n`)
  }

  end(): void {
    this.#finish({})
  }

  fail(error: unknown): void {
    this.#finish({ error })
  }

  /** An unread chunk. */
  take(): Uint8Array | undefined {
    return this.#chunks.shift()
  }

  async *read(signal: AbortSignal | undefined): AsyncGenerator<Uint8Array, void, undefined> {
    using _ = signal && onAbort(signal, () => this.fail(signal.reason))
    try {
      for (;;) {
        signal?.throwIfAborted()
        const chunk = this.#chunks.shift()
        if (chunk !== undefined) yield chunk
        else if (this.#end === undefined) await new Promise<void>((resolve) => (this.#wake = resolve))
        else if ('error' in this.#end) throw this.#end.error
        else return
      }
    } finally {
      this.isClosed = true
    }
  }

  #finish(end: { readonly error?: unknown }): void {
    this.#end ??= end
    this.#wake?.()
  }
}
