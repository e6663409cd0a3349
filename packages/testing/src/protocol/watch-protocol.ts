/**
 * Checks an operator on a running cluster against its management protocol, by watching the objects that the projection reads.
 *
 * Guarantees
 * - Nothing is written. It needs only the permission to list and watch the kinds in `resources`.
 *
 * Assumptions
 * - Watches of different kinds are not ordered, so an operation is allowed if it was enabled in any state since the cluster was last idle.
 * - Changes without a clear author count as the environment's: deletions, unless `deletedBy` says otherwise, and changes of the operator
 *   and another client in the same second.
 */
import { createCache, type Change, type Source } from '@kubewright/cache'
import type { Client } from '@kubewright/client'
import { type Clock, type Duration, formatRef, type KubeObject, type Ref, systemClock, toMs } from '@kubewright/core'
import type { GlobalState } from '@kubewright/protocol'
import { type Deviation, ProtocolMonitor } from '@kubewright/protocol/conformance'
import type { ObjectOf, Resource } from '@kubewright/resource'
import { testingErrors } from '../errors.ts'
import { writeOf } from './change-author.ts'
import type { FollowsOptions } from './follows.ts'
import type { ClusterView, ClusterWrite, Projection } from './projection.ts'

/** Options of `startProtocolWatch`. */
export interface ProtocolWatchOptions<State extends GlobalState = GlobalState> extends FollowsOptions<State> {
  /** The kinds that the projection reads. */
  readonly resources: readonly Resource[]
  /** @default all namespaces */
  readonly namespace?: string
  /** The field manager of the operator, as `metadata.managedFields` names it. */
  readonly operator: string
  /**
   * The author of deletions. The server does not record it.
   *
   * @default 'environment'
   */
  readonly deletedBy?: 'operator' | 'environment'
  /**
   * The time without a change after which the cluster counts as idle, so that the goal must be reached.
   *
   * @default '1m'
   */
  readonly quietAfter?: Duration
  /** Called with every deviation, when it is detected. */
  readonly onDeviation: (deviation: Deviation) => void
  /** Called when the projection fails, or the state it returns does not fit the topology. The watch continues. @default not reported */
  readonly onError?: (error: unknown) => void
  /** @default systemClock */
  readonly clock?: Clock
}

/** A watch that runs until it is disposed. */
export interface ProtocolWatch<State extends GlobalState = GlobalState> extends AsyncDisposable {
  /** The last global state. */
  readonly state: State
  /** Waits until every change that has arrived so far is processed. */
  caughtUp(): Promise<void>
}

/** Starts the watch. Resolves once the caches are synced. */
export async function startProtocolWatch<State extends GlobalState, Operation extends string>(
  client: Client,
  projection: Projection<State, Operation>,
  options: ProtocolWatchOptions<State>,
): Promise<ProtocolWatch<State>> {
  const { resources, namespace, clock = systemClock } = options
  const cache = createCache({ client, clock })
  try {
    const scope = namespace === undefined ? {} : { namespace }
    const sources = resources.map((resource) => cache.source(resource, scope, { keepsManagedFields: true }))
    for (const source of sources) await source.synced({ timeout: '30s' })
    const watch = new Watch(projection, options, clock)
    await watch.begin(sources)
    return {
      get state() {
        return watch.state
      },
      caughtUp: () => watch.caughtUp(),
      async [Symbol.asyncDispose]() {
        watch.end()
        await cache[Symbol.asyncDispose]()
      },
    }
  } catch (error) {
    await cache[Symbol.asyncDispose]()
    throw error
  }
}

class Watch<State extends GlobalState, Operation extends string> {
  readonly #projection: Projection<State, Operation>
  readonly #options: ProtocolWatchOptions<State>
  readonly #clock: Clock
  /** The objects of each kind as of the change being processed, which may be behind the cache. */
  readonly #objects = new Map<string, Map<string, KubeObject>>()
  #monitor!: ProtocolMonitor<State, Operation>
  /** Settles when the last change that arrived is processed. */
  #last: Promise<void> = Promise.resolve()
  #quiet: Disposable | undefined
  #hasEnded = false

  constructor(projection: Projection<State, Operation>, options: ProtocolWatchOptions<State>, clock: Clock) {
    this.#projection = projection
    this.#options = options
    this.#clock = clock
  }

  get state(): State {
    return this.#monitor.state
  }

  async begin(sources: readonly Source[]): Promise<void> {
    for (const source of sources) {
      const objects = new Map(source.list().map((object) => [formatRef(object.metadata), object]))
      this.#objects.set(kindOf(source.resource), objects)
    }
    const first = this.#readFirst()
    this.#last = first.catch(() => undefined) // the caller that starts the watch gets the rejection
    for (const source of sources) source.subscribe((change) => this.#enqueue(() => this.#look(source.resource, change)))
    await first
    this.#awaitQuiet()
  }

  async #readFirst(): Promise<void> {
    const { steps } = this.#options
    const from = await this.#projection.stateOf(this.#view())
    this.#monitor = new ProtocolMonitor(this.#projection.topology, { from, steps, allowsStale: true })
  }

  end(): void {
    this.#hasEnded = true
    this.#quiet?.[Symbol.dispose]()
  }

  async caughtUp(): Promise<void> {
    await this.#last
  }

  #enqueue(task: () => Promise<void>): void {
    this.#last = this.#last.then(async () => {
      if (this.#hasEnded) return
      try {
        await task()
      } catch (error) {
        this.#options.onError?.(error)
      }
    })
  }

  async #look(resource: Resource, { type, object }: Change): Promise<void> {
    const objects = this.#objects.get(kindOf(resource))!
    const key = formatRef(object.metadata)
    const previous = objects.get(key)
    // A subscription reports every initial object once more.
    if (previous?.metadata.resourceVersion === object.metadata.resourceVersion && type !== 'deleted') return
    if (type === 'deleted') objects.delete(key)
    else objects.set(key, object)
    this.#awaitQuiet()
    const state = await this.#projection.stateOf(this.#view())
    const write = this.#writeOf(resource, type, object, previous)
    this.#report(
      this.#monitor.observe({
        by: write === undefined ? 'environment' : 'operator',
        state,
        begins: write === undefined ? [] : this.#projection.begins(write),
        what: write === undefined ? undefined : `${write.verb} ${write.resource} ${key}`,
      }),
    )
  }

  #writeOf(
    resource: Resource,
    type: Change['type'],
    object: KubeObject,
    previous: KubeObject | undefined,
  ): ClusterWrite | undefined {
    const { operator, deletedBy = 'environment' } = this.#options
    const { namespace, name } = object.metadata
    const kind = kindOf(resource)
    if (type === 'deleted')
      return deletedBy === 'operator' ? { verb: 'delete', resource: kind, namespace, name, isNew: false } : undefined
    const write = writeOf(operator, object, previous)
    if (write === undefined) return undefined
    const { verb, subresource } = write
    const target = subresource === undefined ? kind : `${kind}/${subresource}`
    return { verb, resource: target, namespace, name, isNew: previous === undefined }
  }

  /** The cluster is idle when nothing has changed for a while. */
  #awaitQuiet(): void {
    this.#quiet?.[Symbol.dispose]()
    this.#quiet = this.#clock.schedule(toMs(this.#options.quietAfter ?? '1m'), () =>
      this.#enqueue(async () => {
        const { goal } = this.#options
        const wanted = typeof goal === 'function' ? await goal(this.#view()) : goal
        this.#report(this.#monitor.rest(wanted))
      }),
    )
  }

  #report(deviations: readonly Deviation[]): void {
    for (const deviation of deviations) this.#options.onDeviation(deviation)
  }

  #view(): ClusterView {
    const objectsOf = (resource: Resource) => {
      const objects = this.#objects.get(kindOf(resource))
      if (objects === undefined) throw notWatched(resource)
      return objects
    }
    return {
      get: async <R extends Resource>(resource: R, ref: Ref) => {
        const objects = objectsOf(resource)
        const isNamed = ({ metadata }: KubeObject) => metadata.name === ref.name
        const found = ref.namespace === undefined ? [...objects.values()].find(isNamed) : objects.get(formatRef(ref))
        return found as ObjectOf<R> | undefined
      },
      list: async <R extends Resource>(resource: R) =>
        [...objectsOf(resource).values()] as unknown as readonly ObjectOf<R>[],
    }
  }
}

/** `deployments.apps`, or `pods` for the core group. */
function kindOf({ plural, group }: Resource): string {
  return group === '' ? plural : `${plural}.${group}`
}

function notWatched({ kind }: Resource): Error {
  return testingErrors('KW_TESTING_PROJECTION', {
    what: `read ${kind} for a projection`,
    why: 'the protocol watch does not watch this kind',
    next: `Add it: \`resources: [${kind}]\`.`,
  })
}
