/** Shards as child processes that can be suspended, resumed and killed by signals. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { bundleProgram } from '../bundled-program.ts'
import type { ShardSettings } from './shard-program.ts'

/** Disposing the program removes its file. */
export async function buildShardProgram(): Promise<AsyncDisposable & { readonly path: string }> {
  return await bundleProgram('shard', join(import.meta.dirname, 'shard-program.ts'))
}

export class ShardProcess implements AsyncDisposable {
  readonly name: string
  /** Resolves once it is active; rejects with its output if it ends before. */
  readonly acts: Promise<void>
  /** Its exit code; null if a signal ended it. */
  readonly ended: Promise<number | null>
  readonly #child: ChildProcess
  #log = ''

  constructor(program: string, settings: ShardSettings) {
    this.name = settings.name
    this.#child = spawn(process.execPath, [program], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, SHARD_SETTINGS: JSON.stringify(settings) },
    })
    this.ended = new Promise((resolve) => this.#child.once('close', resolve))
    this.acts = new Promise((resolve, reject) => {
      this.#child.stderr!.on('data', (chunk) => {
        this.#log += String(chunk)
        if (this.#log.includes('"msg":"controllers started"')) resolve()
      })
      void this.ended.then(() => reject(new Error(this.log)))
    })
    this.acts.catch(() => undefined) // for callers that do not await it
  }

  /** The signature in its writes. */
  get identity(): string {
    return `${this.name}/${this.#child.pid}`
  }

  /** Its output, for failed tests. */
  get log(): string {
    return `${this.identity}:\n${this.#log}`
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL' | 'SIGTERM'): void {
    this.#child.kill(signal)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.signal('SIGKILL') // also ends a suspended process
    await this.ended
  }
}
