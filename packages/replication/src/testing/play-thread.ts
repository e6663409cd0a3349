/** Bundles the simulation, unchanged or with one guard removed, and runs its scenarios in worker threads. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { build, type Plugin } from 'esbuild'
import type { Guard } from './guards.ts'
import type { Played, Seeds } from './play.ts'

const folder = import.meta.dirname
const sources = join(folder, '..')

const program = `
  import { parentPort } from 'node:worker_threads'
  import { playSeeds } from './play.ts'
  Error.stackTraceLimit = 0
  parentPort.on('message', (seeds) => void playSeeds(seeds).then((played) => parentPort.postMessage(played)))
`

/** The program of a worker that runs scenarios. */
export async function bundlePlay(without?: Guard): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: folder, loader: 'ts' },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    conditions: ['@kubewright/source'],
    plugins: without === undefined ? [] : [leavingOut(without)],
  })
  return outputFiles[0]!.text
}

/** How often the source text of a guard occurs in its file: anything but once means that one of them was edited. */
export function occurrences({ file, from }: Guard): number {
  return readFileSync(join(sources, file), 'utf8').split(from).length - 1
}

function leavingOut({ file, from, to }: Guard): Plugin {
  return {
    name: 'leave a guard out',
    setup(loading) {
      loading.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        if (path !== join(sources, file)) return undefined
        return { contents: readFileSync(path, 'utf8').replace(from, () => to), loader: 'ts' }
      })
    },
  }
}

/** A separate worker: a simulation in an endless loop blocks only itself. */
export class PlayThread implements AsyncDisposable {
  readonly #worker: Worker

  constructor(bundle: string) {
    this.#worker = new Worker(bundle, { eval: true })
  }

  /** One call at a time. */
  async play(seeds: Seeds): Promise<Played> {
    const heard = new AbortController()
    const { signal } = heard
    try {
      const played = once(this.#worker, 'message', { signal }) // rejects with an error of the worker
      const ended = once(this.#worker, 'exit', { signal }).then(() => Promise.reject(new Error('the thread ended')))
      this.#worker.postMessage(seeds)
      const [first] = (await Promise.race([played, ended])) as readonly Played[]
      return first!
    } finally {
      heard.abort()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate()
  }
}
