/**
 * A local cluster: an API server, its kubeconfig and, optionally, a simulation of the rest. `kubewright cluster` and
 * `kubewright dev` both run on it.
 */
import { join } from 'node:path'
import { type ApiServer, startApiServer } from '@kubewright/apiserver'
import type { PodStreams, Images, Simulation } from '@kubewright/simulation'
import type { Terminal } from '../terminal/terminal.ts'
import { claimKubeconfig } from './kubeconfig-file.ts'
import { terminalLogger } from './terminal-logger.ts'

export interface LocalClusterOptions {
  readonly host: string
  /** 0 chooses a free port. */
  readonly port: number
  readonly kubeconfig: string
  /** The directory of stored objects. @default in memory */
  readonly dataDir?: string
  /** Settings of the simulation. Absent: nothing is simulated. */
  readonly simulation?: SimulatedOptions
}

export interface SimulatedOptions {
  readonly nodes: number
  /** Images that run as programs of this machine. */
  readonly images: Images
}

export interface LocalCluster extends AsyncDisposable {
  readonly server: ApiServer
  /** `https://127.0.0.1:6443` */
  readonly url: string
}

/** Failure: rejects with an error that names the address, directory or file, and how to fix it. */
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

/** Containers take a second to start and to stop, so that a person sees the phases. */
const [startDelay, stopDelay] = ['1s', '1s'] as const

/** Serves requests for containers. Refuses them until the simulation has started. */
class Simulating implements AsyncDisposable {
  readonly #started: AsyncDisposable[] = []
  #simulation: Simulation | undefined
  #endpointHost = (address: string) => address

  /** Server options. The server starts before the simulation that runs its pods, and creates the service accounts they need. */
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

  /** Failure: throws between the start of the server and that of the simulation. */
  #running(): Simulation {
    if (this.#simulation === undefined) throw new Error('the nodes are still starting: try again in a moment')
    return this.#simulation
  }

  async start(
    server: ApiServer,
    { nodes: count, images, dataDir }: SimulatedOptions & { readonly dataDir?: string },
    terminal: Terminal,
  ): Promise<void> {
    // Loaded here rather than with the server: the server is ready before anything needs simulating.
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
      // Volumes are kept next to the claims that they belong to.
      processes: dataDir === undefined ? {} : { directory: join(dataDir, 'processes') },
      signal: terminal.signal,
    })
    this.#started.push(this.#simulation)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const one of this.#started.splice(0).toReversed()) await one[Symbol.asyncDispose]()
  }
}
