/** Starts the simulation of a cluster's controllers. */
import { type Cache, createCache, readYourWrites } from '@kubewright/cache'
import { type ControllerHost, createController, type RunningController } from '@kubewright/controller/host'
import { silentLogger, systemClock } from '@kubewright/core'
import { systemIds, systemRandom } from '@kubewright/core/random'
import { track } from '@kubewright/core/tasks'
import { simulationErrors } from './errors.ts'
import { type NodeControl, nodeControl } from './nodes/node-control.ts'
import type { Part } from './part.ts'
import { type PartName, partNames } from './part-name.ts'
import { partMakers } from './parts.ts'
import { type PodControl, podControl } from './pods/pod-control.ts'
import type { PodLogs } from '@kubewright/core/containers'
import { noStreams } from './processes/pod-streams.ts'
import type { PodStreams } from '@kubewright/core/containers'
import type { Simulation, SimulationOptions } from './simulation.ts'

/** The reporting component of events, if a part has none of its own. */
const reporter = 'kubewright-simulation'

/**
 * Resolves once the caches of all parts are synced. The simulation runs until the result is disposed.
 *
 * Guarantees: it adopts the existing state, so it may be stopped and restarted at any time.
 *
 * Failure: `KW_SIMULATION_PART` for an unknown part.
 *
 * @example
 * ```text
 * await using simulation = await startSimulation({ client, parts: ['deployments', 'replica-sets', 'garbage-collection'] })
 * ```
 */
export async function startSimulation(options: SimulationOptions): Promise<Simulation> {
  const parts = partsOf(options)
  const run = new SimulationRun(options, parts)
  try {
    await run.start()
  } catch (error) {
    await run[Symbol.asyncDispose]()
    throw error
  }
  return run
}

function partsOf(options: SimulationOptions): readonly Part[] {
  const { parts = partNames } = options
  return [...new Set(parts)].map((name) => {
    if (!Object.hasOwn(partMakers, name)) throw unknownPart(name)
    return partMakers[name](options)
  })
}

function unknownPart(name: string): Error {
  return simulationErrors('KW_SIMULATION_PART', {
    what: `simulate ${JSON.stringify(name)}`,
    why: 'there is no such part',
    next: `Choose among ${partNames.join(', ')}.`,
    details: { name },
  })
}

class SimulationRun implements Simulation {
  readonly parts: readonly PartName[]
  readonly nodes: NodeControl
  readonly pods: PodControl
  readonly logs: PodLogs
  readonly streams: PodStreams
  readonly #all: readonly Part[]
  readonly #host: ControllerHost
  readonly #cache: Cache
  readonly #controllers: readonly RunningController[]
  readonly #stop = new AbortController()
  readonly #signal: AbortSignal | undefined
  /** Everything that runs until `#stop` is aborted. */
  readonly #running: Promise<void>[] = []

  constructor(options: SimulationOptions, parts: readonly Part[]) {
    const { client, clock = systemClock, random = systemRandom, ids = systemIds, log = silentLogger } = options
    const report = (error: unknown) => log.error('cache listener failed', { error })
    this.#cache = createCache({ client, clock, random, freezes: options.freezes ?? false, report })
    const tools = { cache: this.#cache, clock, random, ids, log }
    this.#host = { ...tools, client: readYourWrites(client, this.#cache), reporter: reporterNamed(reporter) }
    this.nodes = nodeControl(client)
    this.pods = podControl(client)
    this.logs = parts.find(({ logs }) => logs !== undefined)?.logs ?? silence
    this.streams = parts.find(({ streams }) => streams !== undefined)?.streams ?? noStreams
    this.#all = parts
    this.parts = parts.map(({ name }) => name)
    this.#controllers = parts.flatMap((part) =>
      // Frequent reconciles are normal here, and not a hot loop: they count pods as they come and go.
      (part.controllers ?? []).map((one) => createController({ ...one, reportsLoops: false }, this.#hostOf(part))),
    )
    this.#signal = options.signal
  }

  get activity(): readonly string[] {
    const own = this.#all.flatMap((part) => part.activity?.() ?? [])
    return [...own, ...this.#controllers.flatMap(({ activity }) => activity)]
  }

  history: Simulation['history'] = (object) =>
    this.#controllers
      .flatMap((controller) => controller.history(object))
      .sort((one, two) => two.startedAt - one.startedAt)

  async start(): Promise<void> {
    const stop = this.#stop.signal
    const signal = this.#signal === undefined ? stop : AbortSignal.any([stop, this.#signal])
    for (const part of this.#all) await part.prepare?.(this.#hostOf(part), signal)
    await Promise.all(this.#controllers.map((controller) => controller.start(signal)))
    for (const controller of this.#controllers) {
      this.#running.push(track(`simulation of ${controller.name}`, controller.work(stop, stop)))
    }
    for (const part of this.#all) if (part.run !== undefined) this.#running.push(this.#run(part, part.run.bind(part)))
  }

  #run({ name, ...part }: Part, run: NonNullable<Part['run']>): Promise<void> {
    const { log } = this.#host
    const running = run(this.#hostOf({ name, ...part }), this.#stop.signal).catch((error: unknown) => {
      if (!this.#stop.signal.aborted)
        log.error('part of the simulation failed and is not restarted', { part: name, error })
    })
    return track(`simulation of ${name}`, running)
  }

  #hostOf({ reporter: name }: Part): ControllerHost {
    return name === undefined ? this.#host : { ...this.#host, reporter: reporterNamed(name) }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort()
    await Promise.all(this.#running)
    await Promise.all(this.#controllers.map((controller) => controller[Symbol.asyncDispose]()))
    for (const part of this.#all) await part.end?.()
    await this.#cache[Symbol.asyncDispose]()
  }
}

/** An empty log. */
async function* silence(): AsyncGenerator<string> {}

function reporterNamed(controller: string): ControllerHost['reporter'] {
  return { controller, instance: controller }
}
