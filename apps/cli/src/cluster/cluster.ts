/** `kubewright cluster`: an API server, and what a cluster does beside it, until somebody stops them. */
import { join } from 'node:path'
import { type ApiServer, startApiServer } from '@kubewright/apiserver'
import type { Images, Simulation } from '@kubewright/simulation'
import type { Terminal } from '../terminal/terminal.ts'
import { writeKubeconfig } from './kubeconfig-file.ts'
import { terminalLogger } from './terminal-logger.ts'

export interface ClusterOptions {
  readonly host: string
  readonly port: number
  readonly kubeconfig: string
  readonly dataDir?: string
  /** What is simulated; nothing if it is left out. */
  readonly simulation?: { readonly nodes: number; readonly images: Images }
  /** Whether a program reads where it serves. @default false */
  readonly isJson?: boolean
}

/** Failure: rejects with what could not be used, the address, the directory or the file, and what to do about it. */
export async function runCluster(options: ClusterOptions, terminal: Terminal): Promise<void> {
  const { host, port, kubeconfig, dataDir } = options
  let simulation: Simulation | undefined
  await using server = await startApiServer({
    listen: { host, port },
    emptiesNamespaces: options.simulation === undefined,
    ...(options.simulation === undefined ? {} : { podLogs: (request) => simulation!.logs(request) }),
    ...(dataDir === undefined ? {} : { dataDirectory: dataDir }),
  })
  const endpoint = server.endpoint!
  await writeKubeconfig(kubeconfig, endpoint.kubeconfig())
  await using simulated = await simulate(server, options, terminal)
  simulation = simulated?.simulation
  const { url } = endpoint
  terminal.stdout.write(`${options.isJson ? JSON.stringify({ url, kubeconfig }) : `ready ${url}`}\n`)
  terminal.stderr.write(`${hints(options)}\n`)
  await aborted(terminal.signal)
  terminal.stderr.write('stopping\n')
}

interface Simulated extends AsyncDisposable {
  readonly simulation: Simulation
}

/** Containers take a second to start, so that a person sees it happen. */
const startDelay = '1s'

async function simulate(
  server: ApiServer,
  { simulation: wanted, dataDir }: ClusterOptions,
  terminal: Terminal,
): Promise<Simulated | undefined> {
  if (wanted === undefined) return undefined
  // Now, and not with the server: it answers before there is anything to simulate.
  const { createClient } = await import('@kubewright/client')
  const { startSimulation } = await import('@kubewright/simulation')
  const client = createClient(server.transport(), { fieldManager: 'kube-controller-manager' })
  const { nodes: count, images } = wanted
  try {
    const simulation = await startSimulation({
      client,
      log: terminalLogger(terminal),
      nodes: { count },
      pods: { startDelay },
      images,
      // What claims hold is kept where the claims are.
      processes: dataDir === undefined ? {} : { directory: join(dataDir, 'processes') },
      signal: terminal.signal,
    })
    return {
      simulation,
      async [Symbol.asyncDispose]() {
        await simulation[Symbol.asyncDispose]()
        await client[Symbol.asyncDispose]()
      },
    }
  } catch (error) {
    await client[Symbol.asyncDispose]()
    throw error
  }
}

function hints({ kubeconfig, dataDir, simulation }: ClusterOptions): string {
  const kept = dataDir === undefined ? 'Objects live in memory and end with it.' : `Objects are kept in ${dataDir}.`
  const next = simulation === undefined ? 'get namespaces' : 'create deployment web --image=nginx --replicas=2'
  return `${kept} Ctrl-C stops it. Try:\n  kubectl --kubeconfig ${kubeconfig} ${next}`
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
