/** Bundles the fleet, complete or with one guard left out, and runs its stories in threads. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { build, type Plugin } from 'esbuild'
import type { Omission } from './guards.ts'
import type { Outcome, Seeds } from './play-seeds.ts'

const folder = import.meta.dirname
const packages = join(folder, '../../..')

/** Errors are created by the thousand, and their stack traces are not used. */
const programOf = (seeds: string) => `
  import { parentPort } from 'node:worker_threads'
  import { playUntilFailure } from './${seeds}'
  Error.stackTraceLimit = 0
  Error.captureStackTrace = () => undefined
  parentPort.on('message', (seeds) => void playUntilFailure(seeds).then((outcome) => parentPort.postMessage(outcome)))
`

/**
 * The program of a thread that plays stories.
 *
 * @param seeds the module of this folder with `playUntilFailure`
 */
export async function bundleFleet(without?: Omission, seeds = 'play-seeds.ts'): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: programOf(seeds), resolveDir: folder, loader: 'ts' },
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

/** How often the text of a guard occurs in its file: exactly once, unless one of them was changed. */
export function occurrences({ file, from }: Omission): number {
  return readFileSync(join(packages, file), 'utf8').split(from).length - 1
}

function leavingOut({ file, from, to }: Omission): Plugin {
  return {
    name: 'leave a guard out',
    setup(loading) {
      loading.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        if (path !== join(packages, file)) return undefined
        return { contents: readFileSync(path, 'utf8').replace(from, () => to), loader: 'ts' }
      })
    },
  }
}

/**
 * Runs in its own thread, so that a fleet in an endless loop blocks nothing else. Half of the time is spent on the first few
 * hundred stories, until the engine has compiled the hot code: a thread is kept as long as there are stories to play.
 */
export class FleetThread<Result = Outcome> implements AsyncDisposable {
  readonly #worker: Worker

  constructor(bundle: string) {
    this.#worker = new Worker(bundle, { eval: true })
  }

  /** One at a time. */
  async play(seeds: Pick<Seeds, 'from' | 'to' | 'isTold'> & { readonly theme?: string }): Promise<Result> {
    const worker = this.#worker
    const heard = new AbortController()
    const { signal } = heard
    try {
      const outcome = once(worker, 'message', { signal }) // rejects with an error of the thread
      const ended = once(worker, 'exit', { signal }).then(() => Promise.reject(new Error('it ended without an answer')))
      worker.postMessage(seeds)
      const [first] = (await Promise.race([outcome, ended])) as readonly Result[]
      return first!
    } finally {
      heard.abort()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate()
  }
}
