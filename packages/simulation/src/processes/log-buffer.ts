/** The latest log lines of a container, within a size limit. */
import { formatMicroTime } from '@kubewright/core/time'

export interface LogLine {
  /** Increases with each line. */
  readonly number: number
  readonly at: number
  readonly text: string
}

export interface LogQuery {
  /** Only the last lines, at most this many. */
  readonly tailLines?: number | undefined
  /** Only lines written since then, in milliseconds since the epoch. */
  readonly since?: number | undefined
  readonly timestamps?: boolean | undefined
}

/** A longer line without an end is cut here. */
const longestLine = 64 * 1_024

export class LogBuffer {
  readonly #maxBytes: number
  readonly #now: () => number
  readonly #lines: LogLine[] = []
  readonly #listeners = new Set<() => void>()
  /** The incomplete last line of each stream: lines of both streams are not mixed. */
  readonly #open = new Map<string, string>()
  #bytes = 0
  #count = 0
  #isEnded = false

  constructor(maxBytes: number, now: () => number) {
    this.#maxBytes = maxBytes
    this.#now = now
  }

  /** The number of the last line; -1 if there was none. */
  get lastNumber(): number {
    return this.#count - 1
  }

  get isEnded(): boolean {
    return this.#isEnded
  }

  write(stream: 'stdout' | 'stderr', text: string): void {
    const parts = `${this.#open.get(stream) ?? ''}${text}`.split('\n')
    const rest = parts.pop()!
    for (const part of parts) this.#add(part)
    if (rest.length > longestLine) this.#add(rest)
    this.#open.set(stream, rest.length > longestLine ? '' : rest)
    this.#tell()
  }

  /** Marks the end of the log. */
  end(): void {
    for (const rest of this.#open.values()) if (rest !== '') this.#add(rest)
    this.#open.clear()
    this.#isEnded = true
    this.#tell()
  }

  /** Lines after the one with the number `after`. */
  read({ tailLines, since = 0 }: LogQuery = {}, after = -1): readonly LogLine[] {
    const lines = this.#lines.filter(({ number, at }) => number > after && at >= since)
    return tailLines === undefined ? lines : tailLines <= 0 ? [] : lines.slice(-tailLines)
  }

  /** Calls `listener` whenever there may be more, until the result is disposed. */
  listen(listener: () => void): Disposable {
    this.#listeners.add(listener)
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) }
  }

  #add(text: string): void {
    this.#lines.push({ number: this.#count++, at: this.#now(), text })
    this.#bytes += text.length + 1
    while (this.#bytes > this.#maxBytes && this.#lines.length > 1) this.#bytes -= this.#lines.shift()!.text.length + 1
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

export function formatLine({ at, text }: LogLine, timestamps = false): string {
  return timestamps ? `${formatMicroTime(at).replace('Z', '000Z')} ${text}\n` : `${text}\n`
}
