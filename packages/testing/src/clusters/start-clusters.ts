/** Starts several clusters for a test: in one process, under one clock, isolated except for the links between them. */
import { type Client, type ConnectionInput, createClient } from '@kubewright/client'
import type { Transport } from '@kubewright/client/transport'
import type { Controller } from '@kubewright/controller'
import { type Duration, systemClock } from '@kubewright/core'
import { seededIds, seededRandom } from '@kubewright/core/random'
import type { ManagerOptions } from '@kubewright/manager'
import type { ClusterClientOptions, ClusterOptions } from '../cluster/cluster.ts'
import { disposeAll } from '../cluster/dispose-all.ts'
import { testingErrors } from '../errors.ts'
import { runControllers } from '../cluster/run-controllers.ts'
import type { SettleOptions } from '../cluster/settle.ts'
import { clusterWorld, type StartedCluster, startClusterIn } from '../cluster/start-cluster.ts'
import { clusterLink, LinkSide } from './cluster-link.ts'
import type { Clusters, ClustersRunOptions, LinkedAs } from './clusters.ts'
import { kubeconfigFor, parseAddress } from './linked-kubeconfig.ts'
import { linkedTransport } from './linked-transport.ts'

/**
 * Starts clusters by name, or a number of them named `a`, `b`, `c` … Dispose them at the end of the test.
 *
 * @example
 * ```ts
 * import { ConfigMap } from '@kubewright/kubernetes'
 *
 * await using clusters = await startClusters(['a', 'b'])
 * const b = clusters.clientFor('a', 'b') // a program in a that talks to b
 * await b.create(ConfigMap, { metadata: { name: 'greeting', namespace: 'default' } })
 *
 * clusters.link('a', 'b').cut()
 * const answer = await b.get(ConfigMap, { name: 'greeting', namespace: 'default' }, { timeout: 10 }).catch(({ code }) => code)
 * answer // => 'KW_CLIENT_UNREACHABLE'
 * ```
 */
export async function startClusters<const Name extends string = string>(
  names: readonly Name[] | number,
  options: ClusterOptions = {},
): Promise<Clusters<Name>> {
  const all = typeof names === 'number' ? (letters(names) as readonly Name[]) : names
  assertNames(all)
  const world = clusterWorld(options)
  const started = new Map<string, StartedCluster>()
  try {
    for (const name of all) {
      const seed = `${options.seed ?? 'kubewright'} ${name}`
      started.set(name, await startClusterIn(world, { ...options, seed }))
    }
  } catch (error) {
    await disposeAll([...started.values()].map(({ cluster }) => cluster)).catch(() => undefined) // the start error matters more
    throw error
  }
  return new LinkedClusters(all, { ...world, started, seed: options.seed ?? 'kubewright' })
}

interface Parts extends ReturnType<typeof clusterWorld> {
  readonly started: ReadonlyMap<string, StartedCluster>
  readonly seed: number | string
}

class LinkedClusters<Name extends string> implements Clusters<Name> {
  readonly names: readonly Name[]
  readonly #parts: Parts
  readonly #sides = new Map<string, LinkSide>()
  readonly #open: AsyncDisposable[] = []
  #runs = 0

  constructor(names: readonly Name[], parts: Parts) {
    this.names = names
    this.#parts = parts
  }

  get clock() {
    return this.#parts.clock ?? systemClock
  }

  cluster(name: Name) {
    return this.#started(name).cluster
  }

  link(one: Name, two: Name) {
    if (one === two) throw noLink(one)
    return clusterLink(this.#side(one, two), this.#side(two, one))
  }

  transport(from: Name, to: Name, { as }: LinkedAs = {}): Transport {
    const transport = this.#started(to).transportAs(as)
    return from === to ? transport : linkedTransport(transport, this.#side(from, to), this.clock)
  }

  clientFor(from: Name, to: Name, { as, ...options }: ClusterClientOptions = {}): Client {
    const transport = this.transport(from, to, as === undefined ? {} : { as })
    const random = seededRandom(`${this.#parts.seed} client ${from} ${to}`)
    const client = createClient(transport, { namespace: 'default', ...options, clock: this.clock, random })
    this.#open.push(client)
    return client
  }

  kubeconfig(from: Name, to: Name, { as }: { readonly as?: string } = {}): string {
    this.#started(to)
    return kubeconfigFor({ from, to, as })
  }

  readonly connect = (connection: ConnectionInput): Transport => {
    const { from, to } = parseAddress(connection.server)
    const as = connection.impersonate?.user
    return this.transport(from as Name, to as Name, as === undefined ? {} : { as })
  }

  async run(options: ClustersRunOptions<Name>, ...controllers: readonly Controller[]) {
    assertRunOptions(options, this.names[0]!)
    const { home = this.names[0]!, clusters, ...manager } = options
    const random = seededRandom(`${this.#parts.seed} run ${++this.#runs}`)
    const run = await runControllers(controllers, {
      client: this.clientFor(home, home, { fieldManager: 'controllers', ...this.#recorded(home, 'home') }),
      clock: this.clock,
      random,
      ids: seededIds(random),
      activity: this.#parts.activity,
      manager: { ...manager, clusters: this.#clustersOf(home, clusters) },
    })
    this.#open.push(run)
    return run
  }

  settle(how?: SettleOptions) {
    return this.cluster(this.names[0]!).settle(how)
  }

  advance(duration: Duration) {
    return this.cluster(this.names[0]!).advance(duration)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const servers = [...this.#parts.started.values()].map(({ cluster }) => cluster)
    await disposeAll([...servers, ...this.#open.splice(0)])
  }

  #clustersOf(home: Name, given: ClustersRunOptions<Name>['clusters']): NonNullable<ManagerOptions['clusters']> {
    const chosen = given ?? this.names.filter((name) => name !== home)
    if (!Array.isArray(chosen)) return chosen as NonNullable<ManagerOptions['clusters']>
    const names = chosen.filter((one): one is Name => typeof one === 'string')
    if (names.length < chosen.length) return chosen as NonNullable<ManagerOptions['clusters']>
    return Object.fromEntries(names.map((name) => [name, this.transport(home, name, this.#recorded(name, 'remote'))]))
  }

  /** While writes are recorded, controllers use their own user, so that their writes can be distinguished from the test's. */
  #recorded(name: Name, where: 'home' | 'remote'): Pick<ClusterClientOptions, 'as'> {
    const { recordedAs } = this.#started(name)
    return recordedAs === undefined ? {} : { as: recordedAs[where] }
  }

  #side(from: Name, to: Name): LinkSide {
    this.#started(from)
    this.#started(to)
    const key = JSON.stringify([from, to])
    const side = this.#sides.get(key) ?? new LinkSide()
    this.#sides.set(key, side)
    return side
  }

  #started(name: Name): StartedCluster {
    const started = this.#parts.started.get(name)
    if (started !== undefined) return started
    throw unfit(
      `find the cluster ${JSON.stringify(name)}`,
      `the test started ${this.names.join(', ')}`,
      'Use one of these names.',
    )
  }
}

function letters(count: number): readonly string[] {
  const isUsable = Number.isInteger(count) && count > 0 && count <= 26
  if (!isUsable)
    throw unfit(`start ${count} clusters`, 'that is not a whole number from 1 to 26', 'For more, pass a list of names.')
  return Array.from({ length: count }, (_, at) => String.fromCharCode(97 + at))
}

function assertNames(names: readonly string[]): void {
  const what = 'start clusters'
  if (names.length === 0) throw unfit(what, 'there is no name', "Name at least one: startClusters(['a', 'b']).")
  if (new Set(names).size < names.length)
    throw unfit(what, `two of ${names.join(', ')} are the same`, 'Name each once.')
}

function noLink(name: string): Error {
  return unfit(`find the link from ${name} to ${name}`, 'a cluster has no link to itself', 'Name two clusters.')
}

function unfit(what: string, why: string, next: string): Error {
  return testingErrors('KW_TESTING_CLUSTER', { what, why, next })
}

/** In plain JavaScript the options are easily left out: `cluster.run` of a single cluster has none. */
function assertRunOptions(options: unknown, home: string): void {
  const isObject = typeof options === 'object' && options !== null
  if (isObject && !('~controller' in options) && !Array.isArray(options)) return
  const { name } = (isObject ? options : {}) as { readonly name?: unknown }
  const controller = typeof name === 'string' ? name : 'controller'
  throw testingErrors('KW_TESTING_RUN', {
    what: `run ${typeof name === 'string' ? `the controller ${name}` : 'controllers'} on several clusters`,
    why: 'its first argument is not an options object',
    next: `Give the options first: clusters.run({ home: '${home}' }, ${controller}).`,
    details: { controller: name },
  })
}
