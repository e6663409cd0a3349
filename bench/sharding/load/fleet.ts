/** A cluster and replicas of the operator, each a process of its own, for as long as a measurement takes. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ConnectionInput } from '@kubewright/client'
import type { Buckets } from './latency-histogram.ts'
import { scrapeQueue } from './scrape.ts'

export interface FleetOptions {
  readonly replicas: number
  /** What `--coordination` of the operator takes. */
  readonly coordination: string
  /** More flags of the operator. @default none */
  readonly flags?: readonly string[]
  /** What runs in front of each replica: `['taskset', '-c', '0']`, a cgroup of its own. @default nothing */
  readonly prefix?: (replica: number) => readonly string[]
}

export interface Replica {
  readonly name: string
  readonly process: ChildProcess
  readonly metricsUrl: string
  readonly healthUrl: string
}

export interface Fleet extends AsyncDisposable {
  readonly connection: ConnectionInput
  readonly controlPlane: ChildProcess
  readonly replicas: readonly Replica[]
  /** One more, as many seconds as it takes to be ready later. */
  readonly addReplica: () => Promise<Replica>
  /** Of all replicas that still run. */
  readonly queue: () => Promise<readonly Buckets[]>
}

const controlPlane = fileURLToPath(new URL('./control-plane.ts', import.meta.url))
const operator = fileURLToPath(import.meta.resolve('webhosting-operator/main'))
/** Sources of the operator and of the load on packages as they are built; what is measured is what is published. */
const loader = ['--import', import.meta.resolve('tsx')]

/** Failure: rejects with what a process said last, if one does not come up. */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const folder = await mkdtemp(join(tmpdir(), 'kubewright-fleet-'))
  const server = fork(controlPlane, { execArgv: loader, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [{ url, ca, token }] = (await Promise.race([once(server, 'message'), failed(server, 'the control plane')])) as [
    { url: string; ca: string; token: string },
  ]
  const kubeconfig = join(folder, 'kubeconfig')
  await writeFile(kubeconfig, kubeconfigOf(url, ca, token), { mode: 0o600 })
  const replicas: Replica[] = []
  const addReplica = async () => {
    const replica = await startReplica(replicas.length, kubeconfig, options)
    replicas.push(replica)
    return replica
  }
  const end = async () => {
    await Promise.all(replicas.map(({ process: child }) => stop(child)))
    await stop(server)
    await rm(folder, { recursive: true })
  }
  try {
    for (let count = 0; count < options.replicas; count++) await addReplica()
  } catch (error) {
    await end()
    throw error
  }
  return {
    connection: { server: url, ca, token },
    controlPlane: server,
    replicas,
    addReplica,
    queue: () => Promise.all(replicas.filter(isRunning).map(({ metricsUrl }) => scrapeQueue(metricsUrl))),
    [Symbol.asyncDispose]: end,
  }
}

async function startReplica(number: number, kubeconfig: string, options: FleetOptions): Promise<Replica> {
  const [metricsPort, healthPort] = [await freePort(), await freePort()]
  const name = `replica-${number}`
  const flags = [
    '--coordination',
    options.coordination,
    '--identity',
    name,
    '--log-level',
    'warn',
    '--permissions',
    'skip',
  ]
  const ports = ['--metrics-port', String(metricsPort), '--health-port', String(healthPort)]
  const [program, ...before] = [...(options.prefix?.(number) ?? []), process.execPath]
  const child = fork(operator, [...flags, ...ports, ...(options.flags ?? [])], {
    execPath: program!,
    execArgv: [...before, ...loader],
    env: { ...process.env, KUBECONFIG: kubeconfig },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [metricsUrl, healthUrl] = [`http://127.0.0.1:${metricsPort}`, `http://127.0.0.1:${healthPort}`]
  await Promise.race([ready(healthUrl), failed(child, name)])
  return { name, process: child, metricsUrl, healthUrl }
}

const isRunning = ({ process: child }: Replica) => child.exitCode === null && child.signalCode === null

/** Asks until the answer is yes. Whoever waits for it ends it by ending the process. */
async function ready(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(new URL('/readyz', url)).catch(() => undefined)
    if (answer?.ok === true) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

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

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
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
