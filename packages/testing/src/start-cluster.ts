/** Starts a cluster for a test: in the process, in milliseconds, alone. */
import { type ApiServer, startApiServer, type User } from '@kubewright/apiserver'
import { type Client, createClient, established } from '@kubewright/client'
import { type Duration, seededIds, seededRandom, systemClock } from '@kubewright/core'
import { VirtualClock } from '@kubewright/core/testing'
import { CustomResourceDefinition } from '@kubewright/kubernetes'
import { Activity } from './activity.ts'
import { clusterAssertions } from './assertions.ts'
import type { Cluster, ClusterClientOptions, ClusterOptions, Definable } from './cluster.ts'
import { clusterFaults } from './cluster-faults.ts'
import { ClusterSimulation } from './cluster-simulation.ts'
import { ClusterWebhooks } from './cluster-webhooks.ts'
import { disposeAll } from './dispose-all.ts'
import { testingErrors } from './errors.ts'
import { recordGrants } from './grant-recorder.ts'
import { observedTransport } from './observed-transport.ts'
import { runControllers } from './run-controllers.ts'
import { pauseOfTime, settle } from './settle.ts'

/**
 * A cluster of your own. Dispose it at the end of the test: `await using` does.
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
  const activity = new Activity()
  const clock = options.time === 'real' ? undefined : virtualClock(options, activity)
  const random = seededRandom(options.seed ?? 'kubewright')
  const ids = seededIds(random)
  const webhooks = new ClusterWebhooks(options, clock ?? systemClock)
  const simulated = new ClusterSimulation(options)
  const server = await startApiServer({
    ...simulated.serverOptions,
    ...options.server,
    ...webhooks.serverOptions,
    clock: clock ?? systemClock,
    random,
    ids,
    ...(options.listens ? { listen: {} } : {}),
  })
  const recorder = recordGrants(server)
  const clients = new ClusterClients({ server, activity, clock: clock ?? systemClock, random })
  /** In the order they began. */
  const parts: AsyncDisposable[] = [...(recorder === undefined ? [] : [recorder]), server, clients, simulated]
  const client = clients.create({ fieldManager: 'test' })
  try {
    await install(client, options.resources ?? [], webhooks)
    const controllers = () => clients.create({ fieldManager: 'kube-controller-manager' })
    await simulated.start(controllers, clock ?? systemClock, activity)
  } catch (error) {
    await disposeAll(parts).catch(() => undefined) // why it could not start says more
    throw error
  }
  return {
    ...clusterAssertions({ client, activity, settle: () => settle(activity, clock) }),
    client,
    clientFor: (theirs) => clients.create(theirs),
    clock: clock ?? systemClock,
    endpoint: server.endpoint,
    simulation: simulated.running,
    faults: clusterFaults(server.faults),
    async run(...controllers) {
      const run = await runControllers(controllers, {
        client: clients.create({
          fieldManager: 'controllers',
          ...(recorder === undefined ? {} : { as: recorder.user }),
        }),
        clock: clock ?? systemClock,
        random,
        ids,
        activity,
      })
      parts.push(run)
      return run
    },
    settle: (how) => settle(activity, clock, how),
    advance: (duration) => advance(clock, duration),
    [Symbol.asyncDispose]: () => disposeAll(parts),
  }
}

/** Between two timers everything runs as far as it can, requests included. */
function virtualClock({ start }: ClusterOptions, activity: Activity): VirtualClock {
  return new VirtualClock({ settle: () => pauseOfTime(activity), ...(start === undefined ? {} : { start }) })
}

async function advance(clock: VirtualClock | undefined, duration: Duration): Promise<void> {
  if (clock !== undefined) return clock.advance(duration)
  throw testingErrors('KW_TESTING_CLOCK', {
    what: `let ${String(duration)} pass`,
    why: 'the cluster was started with real time',
    next: 'Start it without `time`, or wait for what you expect.',
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
  readonly server: ApiServer
  readonly activity: Activity
  readonly clock: Cluster['clock']
  readonly random: ReturnType<typeof seededRandom>
}

/** Every client of a cluster, so that none outlives it. */
class ClusterClients implements AsyncDisposable {
  readonly #parts: Parts
  readonly #open: Client[] = []

  constructor(parts: Parts) {
    this.#parts = parts
  }

  create({ as, ...options }: ClusterClientOptions = {}): Client {
    const { server, activity, clock, random } = this.#parts
    const who = as === undefined ? {} : { user: userOf(as) }
    const transport = observedTransport(server.transport(who), activity)
    const client = createClient(transport, { namespace: 'default', ...options, clock, random })
    this.#open.push(client)
    return client
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
