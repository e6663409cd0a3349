/** A cluster and replicas of the operator, each in its own process, for the duration of a measurement. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ConnectionInput } from '@kubewright/client'
import type { Role, Serving } from '../replica.ts'
import { bundle } from './bundle.ts'
import type { Buckets } from './latency-histogram.ts'
import { scrapeQueue } from './scrape.ts'

export interface FleetOptions {
  /** One process for each, in this order. */
  readonly roles: readonly Role[]
  /** Additional flags of the operator. @default none */
  readonly flags?: readonly string[]
}

export interface Replica {
  readonly name: string
  readonly role: Role
  readonly process: ChildProcess
  readonly metricsUrl: string
}

export interface Fleet extends AsyncDisposable {
  readonly connection: ConnectionInput
  readonly controlPlane: ChildProcess
  /** The running ones. */
  readonly replicas: readonly Replica[]
  /** Adds a replica; resolves when it is ready. */
  readonly addReplica: (role: Role) => Promise<Replica>
  /** Stops one gracefully and restarts it under the same name; resolves when it is ready. */
  readonly restart: (replica: Replica) => Promise<Replica>
  /** Kills a replica with SIGKILL. Its exit is expected. */
  readonly kill: (replica: Replica) => void
  /**
   * The queue durations of all running replicas, since each started.
   *
   * Failure: rejects if a process has ended unexpectedly, because the measurement is invalid then.
   */
  readonly queue: () => Promise<readonly Buckets[]>
}

const controlPlane = fileURLToPath(new URL('./control-plane.ts', import.meta.url))
const replicaSource = fileURLToPath(new URL('../replica.ts', import.meta.url))
/** Uses the built packages, so that the published code is measured. */
const loader = ['--import', import.meta.resolve('tsx')]

/** Failure: rejects with the last output of a process that does not start. */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const folder = await mkdtemp(join(tmpdir(), 'kubewright-fleet-'))
  const server = fork(controlPlane, { execArgv: loader, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [{ url, ca, token }] = (await Promise.race([once(server, 'message'), failed(server, 'the control plane')])) as [
    { url: string; ca: string; token: string },
  ]
  const [kubeconfig, program] = [join(folder, 'kubeconfig'), await bundle(replicaSource, folder)]
  await writeFile(kubeconfig, kubeconfigOf(url, ca, token), { mode: 0o600 })
  const started: Replica[] = []
  const children: ChildProcess[] = []
  const killed = new Set<ChildProcess>()
  const lost = new Set<string>()
  const taken = { sharder: 0, replica: 0 }
  const start = async (role: Role, name: string) => {
    const child = startReplica(role, name, { program, kubeconfig, flags: options.flags ?? [] })
    children.push(child)
    child.once('exit', () => killed.has(child) || lost.add(name))
    const [{ metricsUrl }] = (await Promise.race([once(child, 'message'), failed(child, name)])) as [Serving]
    const replica = { name, role, process: child, metricsUrl }
    started.push(replica)
    return replica
  }
  const addReplica = (role: Role) => {
    const kind = role === 'sharder' ? 'sharder' : 'replica'
    return start(role, `${kind}-${taken[kind]++}`)
  }
  const restart = async ({ role, name, process: child }: Replica) => {
    killed.add(child)
    await stop(child)
    return start(role, name)
  }
  const end = async () => {
    for (const child of children) killed.add(child)
    await Promise.all(children.map(stop))
    await stop(server)
    await rm(folder, { recursive: true })
  }
  try {
    await Promise.all(options.roles.map(addReplica))
  } catch (error) {
    await end()
    throw error
  }
  const running = () => started.filter(isRunning)
  return {
    connection: { server: url, ca, token },
    controlPlane: server,
    get replicas() {
      return running()
    },
    addReplica,
    restart,
    kill({ process: child }) {
      killed.add(child)
      child.kill('SIGKILL')
    },
    queue() {
      if (lost.size > 0) throw new Error(`${[...lost].join(', ')} ended in the middle of the measurement`)
      return Promise.all(running().map(({ metricsUrl }) => scrapeQueue(metricsUrl)))
    },
    [Symbol.asyncDispose]: end,
  }
}

interface ReplicaPlace {
  readonly program: string
  readonly kubeconfig: string
  readonly flags: readonly string[]
}

function startReplica(role: Role, name: string, { program, kubeconfig, flags }: ReplicaPlace): ChildProcess {
  const own = ['--identity', name, '--log-level', 'warn', '--permissions', 'skip']
  const ports = ['--metrics-port', '0', '--health-port', '0']
  return fork(program, [role, ...own, ...ports, ...flags], {
    execArgv: ['--expose-gc'],
    env: { ...process.env, KUBECONFIG: kubeconfig },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}

const isRunning = ({ process: child }: Replica) => child.exitCode === null && child.signalCode === null && !child.killed

async function failed(child: ChildProcess, name: string): Promise<never> {
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  throw new Error(`${name} ended with ${code ?? signal} before it was ready`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  if (child.connected) child.disconnect()
  const late = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await exited
  clearTimeout(late)
}

function kubeconfigOf(server: string, ca: string, token: string): string {
  const cluster = { server, 'certificate-authority-data': Buffer.from(ca).toString('base64') }
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'bench',
    clusters: [{ name: 'bench', cluster }],
    users: [{ name: 'bench', user: { token } }],
    contexts: [{ name: 'bench', context: { cluster: 'bench', user: 'bench' } }],
  })
}
