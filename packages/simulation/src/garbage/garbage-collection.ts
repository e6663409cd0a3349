/**
 * Garbage collection: dependents are deleted with their last owner, by foreground, background or orphan propagation.
 *
 * Guarantees
 * - An object is deleted only if a live read shows each of its owners to be gone or in foreground deletion.
 * - An owner of a kind that is not served does not count as gone: its dependents stay until it can be read.
 *
 * See decision 0131.
 */
import type { Change } from '@kubewright/cache'
import type { ControllerHost } from '@kubewright/controller/host'
import { formatRef, refOf } from '@kubewright/core'
import { track } from '@kubewright/core/tasks'
import { type Task, WorkQueue } from '@kubewright/queue'
import type { Part } from '../part.ts'
import { Collector } from './collector.ts'
import { FollowedKinds } from './followed-kinds.ts'
import type { Kind } from './kind.ts'
import { foregroundFinalizer, type GraphNode, orphanFinalizer, OwnerGraph } from './owner-graph.ts'

/** The number of objects checked concurrently. */
const workers = 10
/** The retry interval until all caches are synced: only then it is certain that an object has no dependents. */
const patienceMs = 20

export function garbageCollection(): Part {
  const collections = new Set<Collection>()
  return {
    name: 'garbage-collection',
    reporter: 'garbage-collector-controller',
    activity: () => [...collections].flatMap(({ activity }) => activity),
    async run(host, signal) {
      using collection = new Collection(host, signal)
      collections.add(collection)
      try {
        await collection.run()
      } finally {
        collections.delete(collection)
      }
    },
  }
}

class Collection implements Disposable {
  readonly #graph = new OwnerGraph()
  readonly #queue: WorkQueue<string>
  readonly #kinds: FollowedKinds
  readonly #collector: Collector
  readonly #host: ControllerHost
  readonly #signal: AbortSignal
  /** The uids of the checks in flight. */
  readonly #running = new Set<string>()

  constructor(host: ControllerHost, signal: AbortSignal) {
    const { clock, random } = host
    this.#host = host
    this.#signal = signal
    this.#queue = new WorkQueue({ clock, random })
    this.#kinds = new FollowedKinds({
      host,
      changed: (kind, change) => this.#hear(kind, change),
      lost: (kind) => this.#graph.forget(kind),
    })
    this.#collector = new Collector({ host, graph: this.#graph, kinds: () => this.#kinds.served, signal })
  }

  get activity(): readonly string[] {
    const due = this.#queue.size + this.#running.size
    const lines = due === 0 ? this.#kinds.missing : [...this.#kinds.missing, `has ${due} objects to check`]
    return lines.map((line) => `garbage-collection ${line}`)
  }

  async run(): Promise<void> {
    const working = Array.from({ length: workers }, () => this.#work())
    await Promise.all([this.#kinds.run(this.#signal), ...working])
  }

  [Symbol.dispose](): void {
    this.#queue[Symbol.dispose]()
    this.#kinds[Symbol.dispose]()
  }

  #hear(kind: Kind, { type, object }: Change): void {
    const { uid } = object.metadata
    const due = type === 'deleted' ? this.#graph.remove(uid) : this.#graph.put(nodeOf(kind, object))
    for (const one of new Set(due)) this.#queue.add(one)
  }

  async #work(): Promise<void> {
    while (!this.#signal.aborted) {
      const task = await this.#queue.take({ signal: this.#signal }).catch(() => undefined)
      if (task === undefined) return
      await track('garbage collection', this.#look(task))
    }
  }

  async #look(task: Task<string>): Promise<void> {
    using handedBack = task
    if (this.#kinds.missing.length > 0) return handedBack.again(patienceMs)
    this.#running.add(task.key)
    try {
      await this.#collector.look(task.key)
    } catch (error) {
      if (this.#signal.aborted) return
      const ref = this.#graph.get(task.key)?.ref
      const object = ref && formatRef(ref)
      this.#host.log.debug('owners of an object could not be checked, will retry', { object, uid: task.key, error })
      handedBack.retry()
    } finally {
      this.#running.delete(task.key)
    }
  }
}

function nodeOf(kind: Kind, { metadata }: Change['object']): GraphNode {
  const { uid, ownerReferences: owners = [], finalizers = [], deletionTimestamp } = metadata
  const isGoing = deletionTimestamp !== undefined
  return {
    uid,
    kind,
    ref: refOf({ metadata }),
    owners,
    isGoing,
    isForeground: isGoing && finalizers.includes(foregroundFinalizer),
    isOrphaning: isGoing && finalizers.includes(orphanFinalizer),
  }
}
