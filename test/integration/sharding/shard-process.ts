/** Shards as child processes that can be suspended, resumed and killed by signals. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import type { ShardSettings } from './shard-program.ts'

/** The program bundled into one file, because it starts many times. Disposing it removes the file. */
export async function buildShardProgram(): Promise<AsyncDisposable & { readonly path: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'kubewright-shard-'))
  const path = join(folder, 'shard.mjs')
  // The asynchronous `build` leaves a service process running.
  buildSync({
    entryPoints: [join(import.meta.dirname, 'shard-program.ts')],
    outfile: path,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    conditions: ['@kubewright/source'],
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
    logLevel: 'error',
  })
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
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
