/** What a test's cluster does beside its API, if the test asks for it. */
import type { ApiServerOptions } from '@kubewright/apiserver'
import type { Client } from '@kubewright/client'
import { type Clock, type Duration, seededIds, seededRandom } from '@kubewright/core'
import { type Simulation, startSimulation } from '@kubewright/simulation'
import type { Activity } from './activity.ts'
import type { ClusterOptions } from './cluster.ts'
import { testingErrors } from './errors.ts'

/** Real nodes are heard of every few seconds; a test that lets a day pass would wait for thousands of heartbeats. */
const heartbeat: Duration = '10m'

export class ClusterSimulation implements AsyncDisposable {
  readonly #options: ClusterOptions
  #running: Simulation | undefined
  #included: Disposable | undefined

  /** Failure: `KW_TESTING_PROCESSES` if processes were to run under virtual time. */
  constructor(options: ClusterOptions) {
    this.#options = options
    const { simulation, time } = options
    if (typeof simulation === 'object' && simulation.images !== undefined && time !== 'real') throw processesNeedTime()
  }

  get running(): Simulation | undefined {
    return this.#running
  }

  /** Either the server empties namespaces that are deleted, or the simulation does. */
  get serverOptions(): Pick<ApiServerOptions, 'emptiesNamespaces' | 'podLogs' | 'podStreams'> {
    const { simulation } = this.#options
    if (simulation === undefined || simulation === false) return { emptiesNamespaces: true }
    const isTheirs = simulation === true || (simulation.parts?.includes('namespaces') ?? true)
    return {
      emptiesNamespaces: !isTheirs,
      podLogs: (request) => this.#running!.logs(request),
      podStreams: {
        exec: (request) => this.#running!.streams.exec(request),
        attach: (request) => this.#running!.streams.attach(request),
        forward: (request) => this.#running!.streams.forward(request),
      },
    }
  }

  async start(makeClient: () => Client, clock: Clock, activity: Activity): Promise<void> {
    const { simulation, seed = 'kubewright' } = this.#options
    if (simulation === undefined || simulation === false) return
    const how = simulation === true ? {} : simulation
    const random = seededRandom(`${seed} simulation`)
    const running = await startSimulation({
      ...how,
      nodes: { heartbeat, ...how.nodes },
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
