/** Starts a cluster for a test: in the process, in milliseconds, isolated. */
import { type ApiServer, startApiServer, type TransportOptions, type User } from '@kubewright/apiserver'
import { type Client, type ClientOptions, createClient, established } from '@kubewright/client'
import type { Transport } from '@kubewright/client/transport'
import { type Clock, type Duration, systemClock } from '@kubewright/core'
import { seededIds, seededRandom } from '@kubewright/core/random'
import { VirtualClock } from '@kubewright/core/testing'
import { CustomResourceDefinition } from '@kubewright/kubernetes'
import { Activity } from './activity.ts'
import { clusterAssertions } from './assertions.ts'
import type { Cluster, ClusterClientOptions, ClusterOptions, Definable } from './cluster.ts'
import { assertClusterForm, type RunArguments, runArguments } from './cluster-form.ts'
import { clusterFaults } from './cluster-faults.ts'
import { ClusterSimulation } from './cluster-simulation.ts'
import { ClusterWebhooks } from './cluster-webhooks.ts'
import { disposeAll } from './dispose-all.ts'
import { testingErrors } from '../errors.ts'
import { recordable, recordGrants } from './grant-recorder.ts'
import { withLastingWatches } from './lasting-watches.ts'
import { observedTransport } from './observed-transport.ts'
import { runControllers } from './run-controllers.ts'
import { pauseOfTime, settle } from './settle.ts'
import { TimeAdvance } from './time-advance.ts'
import { type Writer, WriteWitnesses } from './write-witness.ts'

/**
 * Starts a cluster. Dispose it at the end of the test, for example with `await using`.
 *
 * @example
 * ```ts
 * import { ConfigMap } from '@kubewright/kubernetes'
 *
 * await using cluster = await startCluster()
 * await cluster.client.create(ConfigMap, { metadata: { name: 'greeting' }, data: { hello: 'world' } })
 * const { data } = await cluster.client.get(ConfigMap, { name: 'greeting' })
 * data // => { hello: 'world' }
 * ```
 */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  return (await startClusterIn(clusterWorld(options), options)).cluster
}

/** The state that linked clusters share: the clock, and the activity in flight. */
export interface ClusterWorld {
  readonly activity: Activity
  /** `undefined` under real time. */
  readonly clock: VirtualClock | undefined
  /** The time that files, sockets and processes take at the end of a run. @default the clock of the system */
  readonly realClock?: Clock
}

/** Failure: `KW_TESTING_OPTION`. */
export function clusterWorld(options: ClusterOptions): ClusterWorld {
  assertClusterForm(options)
  const activity = new Activity()
  return { activity, clock: (options.time ?? 'virtual') === 'real' ? undefined : virtualClock(options, activity) }
}

/** A cluster, and its transport for programs that run in another one. */
export interface StartedCluster {
  readonly cluster: Cluster
  readonly transportAs: (as: ClusterClientOptions['as']) => Transport
  /** The users of controllers while their requests are recorded: those that run here, and those of another cluster. */
  readonly recordedAs?: Readonly<Record<'home' | 'remote', User>>
}

export async function startClusterIn(
  { activity, clock, realClock }: ClusterWorld,
  options: ClusterOptions,
): Promise<StartedCluster> {
  const random = seededRandom(options.seed ?? 'kubewright')
  const [ids, time] = [seededIds(random), clock ?? systemClock]
  const [webhooks, simulated] = [new ClusterWebhooks(options, time), new ClusterSimulation(options)]
  const server = await startApiServer({
    ...simulated.serverOptions,
    ...recordable(options.server),
    ...webhooks.serverOptions,
    clock: time,
    random,
    ids,
    ...(options.listens ? { listen: {} } : {}),
  })
  const recorder = recordGrants(server)
  const passage = clock && new TimeAdvance(clock, activity)
  const clients = new ClusterClients({ webhooks, server, activity, clock: time, passage, random })
  /** In order of their start. */
  const parts: AsyncDisposable[] = [...(recorder === undefined ? [] : [recorder]), server, clients, simulated]
  const client = clients.create('user', { fieldManager: 'test' })
  try {
    await install(client, options.resources ?? [], webhooks)
    await simulated.start({
      makeClient: () => clients.createLasting('cluster', { fieldManager: 'kube-controller-manager' }),
      clock: time,
      activity,
      endpoint: server.endpoint,
    })
  } catch (error) {
    await disposeAll(parts).catch(() => undefined) // the start error matters more
    throw error
  }
  const cluster: Cluster = {
    ...clusterAssertions({ client, activity, settle: () => settle(activity, clock) }),
    client,
    clientFor: (theirs) => clients.create('user', theirs),
    clock: time,
    endpoint: server.endpoint,
    simulation: simulated.running,
    faults: clusterFaults(server.faults),
    witnessWrites: (witness) => clients.witnesses.add(witness),
    async run(...given: RunArguments) {
      const [controllers, manager] = runArguments(given)
      const own = clients.forControllers(options.watches, recorder?.user)
      const environment = { client: own, clock: time, realClock, random, ids, activity, manager }
      const run = await runControllers(controllers, environment)
      parts.push(run)
      return run
    },
    settle: (how) => settle(activity, clock, how),
    advance: (duration) => advance(passage, duration),
    [Symbol.asyncDispose]: () => disposeAll(parts),
  }
  return {
    cluster,
    ...(recorder === undefined ? {} : { recordedAs: { home: recorder.user, remote: recorder.remoteUser } }),
    transportAs: (as) => clients.transport('operator', as === undefined ? {} : { user: userOf(as) }),
  }
}

/** Between two timers everything runs as far as it can, including requests. */
function virtualClock({ start }: ClusterOptions, activity: Activity): VirtualClock {
  return new VirtualClock({ settle: () => pauseOfTime(activity), ...(start === undefined ? {} : { start }) })
}

async function advance(passage: TimeAdvance | undefined, duration: Duration): Promise<void> {
  if (passage !== undefined) return passage.advance(duration)
  throw testingErrors('KW_TESTING_CLOCK', {
    what: `let ${String(duration)} pass`,
    why: 'the cluster was started with real time',
    next: 'Start the cluster without `time`, or wait for the expected state with `client.waitFor`.',
  })
}

async function install(client: Client, resources: readonly Definable[], webhooks: ClusterWebhooks): Promise<void> {
  for (const resource of resources) await client.create(CustomResourceDefinition, webhooks.crdOf(resource))
  for (const resource of resources) {
    const name = `${resource.plural}.${resource.group}`
    await client.waitFor(CustomResourceDefinition, { name }, established)
  }
  await webhooks.install(client)
}

interface Parts {
  readonly webhooks: ClusterWebhooks
  readonly server: ApiServer
  readonly activity: Activity
  readonly clock: Cluster['clock']
  /** `undefined` under real time. */
  readonly passage: TimeAdvance | undefined
  readonly random: ReturnType<typeof seededRandom>
}

/** All clients of a cluster, so that none outlives it. */
class ClusterClients implements AsyncDisposable {
  readonly #parts: Parts
  readonly #open: Client[] = []
  readonly witnesses: WriteWitnesses

  constructor(parts: Parts) {
    this.#parts = parts
    this.witnesses = new WriteWitnesses(parts.server.transport())
  }

  create(by: Writer, { as, ...options }: ClusterClientOptions = {}): Client {
    return this.#create(by, options, as === undefined ? {} : { user: userOf(as) })
  }

  /** For components of the cluster that watch most of it. */
  createLasting(by: Writer, { as, ...options }: ClusterClientOptions): Client {
    const user = as === undefined ? {} : { user: userOf(as) }
    return withLastingWatches(this.#create(by, options, { ...user, lastingWatches: true }))
  }

  /**
   * Under virtual time, idle watches of controllers can be suspended.
   *
   * @param as the user while requests are recorded
   */
  forControllers(watches: ClusterOptions['watches'], as: User | undefined): Client {
    const watchClock = this.#parts.passage?.connectionClock
    const options = { fieldManager: 'controllers' }
    const user = as === undefined ? {} : { user: as }
    if (watches === 'lasting') return this.createLasting('operator', as === undefined ? options : { ...options, as })
    if (watchClock === undefined) return this.#create('operator', options, user)
    return this.#create('operator', { ...options, clock: watchClock }, { ...user, watchClock })
  }

  transport(by: Writer, how: TransportOptions): Transport {
    const { server, activity } = this.#parts
    return observedTransport(this.witnesses.transport(server.transport(how), by), activity)
  }

  #create(by: Writer, options: ClientOptions, how: TransportOptions): Client {
    const { clock, random, webhooks } = this.#parts
    const client = createClient(this.transport(by, how), { namespace: 'default', clock, ...options, random })
    this.#open.push(client)
    return webhooks.explaining(client)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await disposeAll(this.#open.splice(0))
  }
}

function userOf(as: string | User): User {
  if (typeof as !== 'string') return as
  const [system, kind, namespace] = as.split(':')
  const isServiceAccount = system === 'system' && kind === 'serviceaccount' && namespace !== undefined
  const groups = isServiceAccount ? ['system:serviceaccounts', `system:serviceaccounts:${namespace}`] : []
  return { name: as, groups: [...groups, 'system:authenticated'] }
}
