/** The optional simulation of a test's cluster: everything a cluster does beside serving its API. */
import type { ApiServer, ApiServerOptions } from '@kubewright/apiserver'
import type { Client } from '@kubewright/client'
import type { Clock, Duration } from '@kubewright/core'
import { seededIds, seededRandom } from '@kubewright/core/random'
import { endpointHost, type Simulation, startSimulation } from '@kubewright/simulation'
import type { Activity } from './activity.ts'
import type { ClusterOptions } from './cluster.ts'
import { testingErrors } from '../errors.ts'
import { placeholderAuthority } from './placeholder-authority.ts'
import { simulates } from './simulated-parts.ts'

/** Real nodes send a heartbeat every few seconds. Under virtual time each heartbeat is work, and a lost node is reported at once. */
export const virtualHeartbeat: Duration = '6h'

type SimulatedServerOptions = Pick<
  ApiServerOptions,
  'emptiesNamespaces' | 'disabledPlugins' | 'listen' | 'serviceEndpoints' | 'podLogs' | 'podStreams'
>

export interface SimulationStart {
  readonly makeClient: () => Client
  readonly clock: Clock
  readonly activity: Activity
  /** The endpoint for processes outside this one, if the server listens. */
  readonly endpoint: ApiServer['endpoint']
}

export class ClusterSimulation implements AsyncDisposable {
  readonly #options: ClusterOptions
  #running: Simulation | undefined
  #included: Disposable | undefined

  /** Failure: `KW_TESTING_PROCESSES` if images are to run as processes under virtual time. */
  constructor(options: ClusterOptions) {
    this.#options = options
    const { time } = options
    if (this.#hasProcesses && time !== 'real') throw processesNeedTime()
  }

  get running(): Simulation | undefined {
    return this.#running
  }

  /** Turns off in the server what the simulation does, and turns on what it needs. */
  get serverOptions(): SimulatedServerOptions {
    const { simulation } = this.#options
    if (simulation === undefined || simulation === false) return { emptiesNamespaces: true }
    return {
      emptiesNamespaces: !simulates(simulation, 'namespaces'),
      ...(simulates(simulation, 'service-accounts') ? { disabledPlugins: [] } : {}),
      ...(this.#hasProcesses ? { listen: {} } : {}),
      serviceEndpoints: endpointHost,
      podLogs: (request) => this.#running!.logs(request),
      podStreams: {
        exec: (request) => this.#running!.streams.exec(request),
        attach: (request) => this.#running!.streams.attach(request),
        forward: (request) => this.#running!.streams.forward(request),
      },
    }
  }

  get #hasProcesses(): boolean {
    const { simulation } = this.#options
    return typeof simulation === 'object' && simulation.images !== undefined
  }

  async start({ makeClient, clock, activity, endpoint }: SimulationStart): Promise<void> {
    const { simulation, seed = 'kubewright' } = this.#options
    if (simulation === undefined || simulation === false) return
    const how = simulation === true ? {} : simulation
    const random = seededRandom(`${seed} simulation`)
    const running = await startSimulation({
      rootCertificates: endpoint?.authority ?? placeholderAuthority,
      apiServer: endpoint?.url ?? false,
      ...how,
      nodes: { heartbeat: virtualHeartbeat, ...how.nodes },
      client: makeClient(),
      clock,
      random,
      ids: seededIds(random),
      freezes: true,
    })
    this.#running = running
    this.#included = activity.include(() => running.activity)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#included?.[Symbol.dispose]()
    await this.#running?.[Symbol.asyncDispose]()
  }
}

function processesNeedTime(): Error {
  return testingErrors('KW_TESTING_PROCESSES', {
    what: 'run images as processes',
    why: 'the cluster runs under virtual time, and processes do not',
    next: "Start it with `time: 'real'`.",
  })
}
