/**
 * A small file that is rotated by another process: a token, a certificate, a CA.
 *
 * Guarantees
 * - It is read on demand, at most once a minute, unless `reread` is called.
 * - Once read, a temporarily missing or empty file does no harm: the last content is kept.
 *
 * Polling instead of a file watcher: kubelet swaps symbolic links, which a watcher of the file does not see, and a watcher is one more
 * resource to close.
 */
import { readFile } from 'node:fs/promises'
import type { Clock } from '@kubewright/core'
import { connectionErrors } from './errors.ts'
import { whyUnreadable } from './file-problem.ts'

/** Kubelet renews a pod's token when a fifth of its lifetime is left, which is at least two minutes. */
const freshForMs = 60_000

export class WatchedFile {
  readonly path: string
  readonly #purpose: string
  readonly #clock: Clock
  #text: string | undefined
  #readAtMs = 0

  /** `purpose` names the file in messages: `the token`. */
  constructor(path: string, purpose: string, clock: Clock) {
    this.path = path
    this.#purpose = purpose
    this.#clock = clock
  }

  /** Failure: `KW_CLIENT_FILE_UNREADABLE` if the file was never readable. */
  async text(): Promise<string> {
    const isFresh = this.#text !== undefined && this.#clock.elapsed() - this.#readAtMs < freshForMs
    if (!isFresh) await this.reread()
    return this.#text!
  }

  /** Reads the file now; returns whether it changed. */
  async reread(): Promise<boolean> {
    this.#readAtMs = this.#clock.elapsed()
    const read = await readFile(this.path, 'utf8').then(
      (text) => (text.trim() === '' ? { problem: 'EMPTY' } : { text }),
      (error: NodeJS.ErrnoException) => ({ problem: error.code ?? 'unknown' }),
    )
    const before = this.#text
    if ('text' in read) this.#text = read.text
    else if (before === undefined) throw this.#unreadable(read.problem)
    return this.#text !== before
  }

  #unreadable(problem: string): Error {
    return connectionErrors('KW_CLIENT_FILE_UNREADABLE', {
      what: `read ${this.#purpose} from ${this.path}`,
      why: whyUnreadable(problem),
      next: 'Restore the file, or correct its path in the configuration.',
      details: { file: this.path, problem },
    })
  }
}
