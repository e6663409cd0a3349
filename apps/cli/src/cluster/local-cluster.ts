/**
 * A small cluster of this machine's own: an API server, a kubeconfig that leads to it, and, unless it is not wanted, what a
 * cluster does beside its API. `kubewright cluster` and `kubewright dev` both run on it.
 */
import { join } from 'node:path'
import { type ApiServer, startApiServer } from '@kubewright/apiserver'
import type { PodStreams, Images, Simulation } from '@kubewright/simulation'
import type { Terminal } from '../terminal/terminal.ts'
import { claimKubeconfig } from './kubeconfig-file.ts'
import { terminalLogger } from './terminal-logger.ts'

export interface LocalClusterOptions {
  readonly host: string
  /** 0 chooses a free one. */
  readonly port: number
  readonly kubeconfig: string
  /** Where objects are kept. @default in memory */
  readonly dataDir?: string
  /** What is simulated; nothing if it is left out. */
  readonly simulation?: SimulatedOptions
}

export interface SimulatedOptions {
  readonly nodes: number
  /** Images that are programs of this machine. */
  readonly images: Images
}

export interface LocalCluster extends AsyncDisposable {
  readonly server: ApiServer
  /** `https://127.0.0.1:6443` */
  readonly url: string
}

/** Failure: rejects with what could not be used, the address, the directory or the file, and what to do about it. */
export async function startLocalCluster(options: LocalClusterOptions, terminal: Terminal): Promise<LocalCluster> {
  const { host, port, dataDir } = options
  const kubeconfig = await claimKubeconfig(options.kubeconfig)
  const simulating = new Simulating()
  const server = await startApiServer({
    listen: { host, port },
    emptiesNamespaces: options.simulation === undefined,
    ...(options.simulation === undefined ? {} : simulating.serverOptions),
    ...(dataDir === undefined ? {} : { dataDirectory: dataDir }),
  })
  const end = async () => {
    await simulating[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
  }
  try {
    await kubeconfig.write(server.endpoint!.kubeconfig())
    if (options.simulation !== undefined)
      await simulating.start(server, { ...options, ...options.simulation }, terminal)
    return { server, url: server.endpoint!.url, [Symbol.asyncDispose]: end }
  } catch (error) {
    await end()
    throw error
  }
}

/** Containers take a second to start, and to stop, so that a person sees it happen. */
const [startDelay, stopDelay] = ['1s', '1s'] as const

/** What answers for the containers: nobody, until it has started. */
class Simulating implements AsyncDisposable {
  readonly #started: AsyncDisposable[] = []
  #simulation: Simulation | undefined
  #endpointHost = (address: string) => address

  /** For a server that is there before whoever runs its pods, and makes the accounts they need. */
  get serverOptions() {
    return {
      disabledPlugins: [],
      serviceEndpoints: (address: string) => this.#endpointHost(address),
      podLogs: ((request) => this.#running().logs(request)) satisfies Simulation['logs'],
      podStreams: {
        exec: async (request) => this.#running().streams.exec(request),
        attach: async (request) => this.#running().streams.attach(request),
        forward: async (request) => this.#running().streams.forward(request),
      } satisfies PodStreams,
    }
  }

  /** Failure: throws in the moment between the server's start and its own. */
  #running(): Simulation {
    if (this.#simulation === undefined) throw new Error('the nodes are still starting: try again in a moment')
    return this.#simulation
  }

  async start(
    server: ApiServer,
    { nodes: count, images, dataDir }: SimulatedOptions & { readonly dataDir?: string },
    terminal: Terminal,
  ): Promise<void> {
    // Now, and not with the server: it answers before there is anything to simulate.
    const { createClient } = await import('@kubewright/client')
    const { endpointHost, startSimulation } = await import('@kubewright/simulation')
    this.#endpointHost = endpointHost
    const client = createClient(server.transport(), { fieldManager: 'kube-controller-manager' })
    this.#started.push(client)
    this.#simulation = await startSimulation({
      client,
      rootCertificates: server.endpoint!.authority,
      apiServer: server.endpoint!.url,
      log: terminalLogger(terminal),
      nodes: { count },
      pods: { startDelay, stopDelay },
      images,
      // What claims hold is kept where the claims are.
      processes: dataDir === undefined ? {} : { directory: join(dataDir, 'processes') },
      signal: terminal.signal,
    })
    this.#started.push(this.#simulation)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const one of this.#started.splice(0).toReversed()) await one[Symbol.asyncDispose]()
  }
}
