/** Replicas of the operator in separate processes, which share the websites and can be killed. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { systemClock } from '@kubewright/core'
import type { ShardControl } from '@kubewright/dashboard'

const program = join(import.meta.dirname, 'shard-process.ts')
const loader = ['--import', import.meta.resolve('tsx'), '--conditions=@kubewright/source']

export interface Shard {
  readonly name: string
  /** Running, killed by the user, or exited with this code. */
  readonly state: 'runs' | 'killed' | `ended with ${number}`
  readonly pid: number
}

export class Shards implements AsyncDisposable {
  readonly #kubeconfig: string
  readonly #processes = new Map<string, ChildProcess>()
  readonly #listeners = new Set<() => void>()
  #isEnding = false

  /** @param kubeconfig path for the cluster they work on */
  constructor(names: readonly string[], kubeconfig: string) {
    this.#kubeconfig = kubeconfig
    for (const name of names) this.start(name)
  }

  get all(): readonly Shard[] {
    return [...this.#processes].map(([name, child]) => ({ name, state: stateOf(child), pid: child.pid! }))
  }

  /** For the dashboard. */
  get control(): ShardControl {
    return {
      list: () => this.all.map(({ name, state }) => ({ shard: name, isRunning: state === 'runs' })),
      kill: (name) => void this.kill(name),
      start: (name) => this.start(name),
    }
  }

  /** Notifies of every start and exit, until the result is disposed. */
  subscribe(listen: () => void): Disposable {
    this.#listeners.add(listen)
    return { [Symbol.dispose]: () => void this.#listeners.delete(listen) }
  }

  /** Starts or restarts a replica that is not running. */
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
      if (code !== null && !this.#isEnding) this.start(name) // as a kubelet does; a killed one stays dead
    })
    this.#tell()
  }

  /** SIGKILL: it cannot release anything. Returns whether it was running. */
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

/** Allows a short time to release its websites. */
async function stop(child: ChildProcess): Promise<void> {
  if (stateOf(child) !== 'runs') return
  const exited = once(child, 'exit')
  using _late = systemClock.schedule(8_000, () => void child.kill('SIGKILL'))
  child.kill('SIGTERM')
  await exited
}
