/** Replicas of the operator as processes of their own, which share the websites out and may be killed. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { systemClock } from '@kubewright/core'
import type { ShardControl } from '@kubewright/dashboard'

const program = join(import.meta.dirname, 'shard-process.ts')
const loader = ['--import', import.meta.resolve('tsx'), '--conditions=@kubewright/source']

export interface Shard {
  readonly name: string
  /** What became of it: it runs, somebody killed it, or it ended by itself with this code. */
  readonly state: 'runs' | 'killed' | `ended with ${number}`
  readonly pid: number
}

export class Shards implements AsyncDisposable {
  readonly #kubeconfig: string
  readonly #processes = new Map<string, ChildProcess>()
  readonly #listeners = new Set<() => void>()
  #isEnding = false

  /** @param kubeconfig leads to the cluster they work on */
  constructor(names: readonly string[], kubeconfig: string) {
    this.#kubeconfig = kubeconfig
    for (const name of names) this.start(name)
  }

  get all(): readonly Shard[] {
    return [...this.#processes].map(([name, child]) => ({ name, state: stateOf(child), pid: child.pid! }))
  }

  /** For the page of the dashboard. */
  get control(): ShardControl {
    return {
      list: () => this.all.map(({ name, state }) => ({ shard: name, isRunning: state === 'runs' })),
      kill: (name) => void this.kill(name),
      start: (name) => this.start(name),
    }
  }

  /** Hears of every one that starts or ends, until the result is disposed. */
  subscribe(listen: () => void): Disposable {
    this.#listeners.add(listen)
    return { [Symbol.dispose]: () => void this.#listeners.delete(listen) }
  }

  /** One that does not run starts, anew if it ran before. */
  start(name: string): void {
    const before = this.#processes.get(name)
    if (before !== undefined && stateOf(before) === 'runs') return
    const ports = ['--health-port', '0', '--metrics-port', '0']
    const flags = ['--coordination', 'shard', '--identity', name, '--log-level', 'error', ...ports]
    const child = fork(program, flags, {
      execArgv: loader,
      env: { ...process.env, KUBECONFIG: this.#kubeconfig },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.#processes.set(name, child)
    child.once('exit', (code) => {
      this.#tell()
      if (code !== null && !this.#isEnding) this.start(name) // as a kubelet does; one that was killed stays dead
    })
    this.#tell()
  }

  /** As the power goes: it has no time to let go of anything. Says whether there was one. */
  kill(name: string): boolean {
    return this.#processes.get(name)?.kill('SIGKILL') ?? false
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isEnding = true
    this.#listeners.clear()
    await Promise.all([...this.#processes.values()].map(stop))
  }

  #tell(): void {
    for (const listen of this.#listeners) listen()
  }
}

function stateOf({ exitCode, signalCode }: ChildProcess): Shard['state'] {
  if (exitCode !== null) return `ended with ${exitCode}`
  return signalCode === null ? 'runs' : 'killed'
}

/** Lets it let go of its websites, but not for long. */
async function stop(child: ChildProcess): Promise<void> {
  if (stateOf(child) !== 'runs') return
  const exited = once(child, 'exit')
  using _late = systemClock.schedule(8_000, () => void child.kill('SIGKILL'))
  child.kill('SIGTERM')
  await exited
}
