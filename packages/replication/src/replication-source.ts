/** Turns `Replication` resources into the replications of a replicator, and reports problems in their status. See decision 0336. */
import { type Cache, createCache, type Source, type SourceState } from '@kubewright/cache'
import type { Client } from '@kubewright/client'
import {
  type Clock,
  type Logger,
  no,
  setCondition,
  silentLogger,
  sleep,
  systemClock,
  toMs,
  type Verdict,
} from '@kubewright/core'
import { getOwn } from '@kubewright/core/json'
import { type Random, systemRandom } from '@kubewright/core/random'
import { onAbort } from '@kubewright/core/tasks'
import type { Replication } from './define-replication.ts'
import { DeclaredKinds, type Declared, type Resolution } from './declared-kinds.ts'
import { abandonAnnotation, fieldManager, leftBehindAnnotation, replicasFinalizer } from './names.ts'
import { summaryOf } from './peer-secrets.ts'
import { ReplicationResource } from './replication-resource.ts'
import type { LeftBehind } from './orphaned-replicas.ts'
import type { Replicator } from './replicator.ts'

/** Options of `followReplications`. */
export interface ReplicationSourceOptions {
  /** A client of the home cluster. */
  readonly client: Client
  /** Called with all usable replications, whenever they change. */
  readonly use: (replications: readonly Replication[]) => void
  /**
   * With it, a deleted `Replication` is kept by a finalizer until its replicas are gone.
   *
   * @default it goes at once, and its replicas soon after
   */
  readonly replicator?: Pick<Replicator, 'leftovers' | 'abandonLeftovers'>
  /** Called with the reason why the resources cannot be read, and with `undefined` once they can. */
  readonly failing?: (why: string | undefined) => void
  /** @default none */
  readonly log?: Logger
  /** @default systemClock */
  readonly clock?: Clock
  /** @default systemRandom */
  readonly random?: Random
}

/** Retry interval for a kind that is not served yet. */
const recheckEvery = '30s'
/** Poll interval for a `Replication` that is being deleted: originals are released one by one. */
const leftoversEvery = '1s'

/**
 * Follows the `Replication` resources of a cluster until `signal` is aborted.
 *
 * @example
 * ```text
 * const replicator = createReplicator({ client, peers, replications: [] })
 * const use = (all) => replicator.use(all)
 * await Promise.all([replicator.run(signal), followReplications({ client, use, replicator }, signal)])
 * ```
 */
export async function followReplications(options: ReplicationSourceOptions, signal: AbortSignal): Promise<void> {
  const { client, clock = systemClock, random = systemRandom, failing } = options
  let hasAnswer = false
  const moved = (state: SourceState) => {
    failing?.(troubleOf(state))
    if (hasAnswer || !isNotInstalled(state)) return
    hasAnswer = true
    options.use([])
  }
  const observe = () => ({ moved, failed: () => undefined })
  await using cache: Cache = createCache({ client, clock, random, observe })
  using source = cache.source(ReplicationResource)
  const following = new Following(options, source)
  using _subscription = source.subscribe(() => following.wake())
  await source.synced({ signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  hasAnswer = true
  while (!signal.aborted) await following.turn(signal)
}

/**
 * Without its CRD there are no `Replication` resources, which is an answer: a peer may leave then. A server that has just started may not
 * know its CRDs for some seconds.
 */
function isNotInstalled(state: SourceState): boolean {
  return state.phase === 'failing' && state.failure.reason === 'UnknownKind' && state.failingMs >= toMs(recheckEvery)
}

function troubleOf(state: SourceState): string | undefined {
  if (state.phase !== 'failing') return undefined
  const { reason, message } = state.failure
  if (reason !== 'UnknownKind') return `Replication resources cannot be read: ${message}`
  return 'The kind Replication is not installed. Apply its CRD: ReplicationResource.crd(), or `kubewright peer add`, which does.'
}

class Following {
  readonly #options: ReplicationSourceOptions
  readonly #source: Source<typeof ReplicationResource>
  readonly #kinds: DeclaredKinds
  #woken: (() => void) | undefined
  #isStale = true

  constructor(options: ReplicationSourceOptions, source: Source<typeof ReplicationResource>) {
    this.#options = options
    this.#source = source
    this.#kinds = new DeclaredKinds(options.client)
  }

  wake(): void {
    this.#isStale = true
    this.#woken?.()
  }

  async turn(signal: AbortSignal): Promise<void> {
    this.#isStale = false
    const found = await this.#kinds.resolve(this.#source.list(), signal)
    if (signal.aborted) return
    this.#options.use(this.#kinds.usable(found))
    const pauses = await Promise.all(found.map((one) => this.#bringUpToDate(one, signal)))
    if (!this.#isStale) await this.#rest(pauses, signal)
  }

  /** @returns when to check again even if nothing changes */
  async #bringUpToDate(found: Resolution, signal: AbortSignal): Promise<Pause> {
    const { log = silentLogger } = this.#options
    try {
      const { metadata } = found.declared
      const isHeld = metadata.finalizers?.includes(replicasFinalizer) ?? false
      if (metadata.deletionTimestamp !== undefined) return isHeld ? await this.#remove(found, signal) : undefined
      const isNew = this.#options.replicator !== undefined && found.replication !== undefined && !isHeld
      if (isNew)
        await this.#write(found.declared, { finalizers: [...(metadata.finalizers ?? []), replicasFinalizer] }, signal)
      await this.#report(found.declared, found.verdict, signal)
      return found.isCertain && found.replication !== undefined ? undefined : recheckEvery
    } catch (error) {
      if (!signal.aborted)
        log.warn('Replication could not be reconciled, will retry', {
          replication: found.declared.metadata.name,
          error,
        })
      return leftoversEvery
    }
  }

  /** Deletes its replicas first. Replicas at an unresponsive cluster block it until it is abandoned. */
  async #remove({ declared, replication, isCertain }: Resolution, signal: AbortSignal): Promise<Pause> {
    const { replicator } = this.#options
    const isGone = replication === undefined && isCertain // a kind that does not exist has no objects
    const left = isGone || replicator === undefined ? [] : replication && replicator.leftovers(replication.resource)
    if (left === undefined) return leftoversEvery
    if (left.length === 0) return await this.#release(declared, signal)
    const asked = askedToAbandon(declared)
    const given = left.filter(({ cluster }) => asked.includes('*') || asked.includes(cluster))
    if (given.length > 0) {
      const abandoned = await replicator!.abandonLeftovers(given)
      await this.#write(declared, { annotations: { [leftBehindAnnotation]: summaryOf(abandoned) } }, signal)
    }
    await this.#report(declared, removing(left), signal)
    return leftoversEvery
  }

  async #release(declared: Declared, signal: AbortSignal): Promise<Pause> {
    const finalizers = (declared.metadata.finalizers ?? []).filter((one) => one !== replicasFinalizer)
    await this.#write(declared, { finalizers }, signal)
    return undefined
  }

  async #write({ metadata }: Declared, change: object, signal: AbortSignal): Promise<void> {
    const { name, uid, resourceVersion } = metadata
    const patch = { metadata: { uid, resourceVersion, ...change } }
    await this.#options.client.patch(ReplicationResource, { name }, patch as never, { signal, fieldManager })
  }

  async #report({ metadata, status }: Declared, verdict: Verdict, signal: AbortSignal): Promise<void> {
    const { clock = systemClock, client } = this.#options
    const change = { type: 'Ready', ...verdict, observedGeneration: metadata.generation }
    const conditions = setCondition(status?.conditions as never, change, clock.now())
    if (conditions === (status?.conditions as unknown)) return
    const patch = { metadata: { uid: metadata.uid }, status: { conditions } }
    const where = { name: metadata.name }
    await client.status.patch(ReplicationResource, where, patch as never, { signal, fieldManager })
  }

  async #rest(pauses: readonly Pause[], signal: AbortSignal): Promise<void> {
    const { clock = systemClock } = this.#options
    const woken = new AbortController()
    this.#woken = () => woken.abort()
    using _listening = onAbort(signal, () => woken.abort())
    const pause = [leftoversEvery, recheckEvery].find((one) => pauses.includes(one as Pause))
    if (pause === undefined) await new Promise<void>((resolve) => void onAbort(woken.signal, resolve))
    else await sleep(clock, pause as '1s', woken.signal).catch(() => undefined) // woken: check again
  }
}

type Pause = typeof recheckEvery | typeof leftoversEvery | undefined

function askedToAbandon({ metadata }: Declared): readonly string[] {
  return (getOwn(metadata.annotations, abandonAnnotation) ?? '').split(',').map((identity) => identity.trim())
}

function removing(left: readonly LeftBehind[]): Verdict {
  const listed = left
    .slice(0, 3)
    .map(({ original, cluster }) => `${original.namespace}/${original.name} in cluster ${cluster}`)
  const more = left.length > listed.length ? ` and ${left.length - listed.length} more` : ''
  const force = `If a cluster is lost, set the annotation ${abandonAnnotation} to its identity, or to *, to leave its replicas there.`
  return no('Removing', `Replicas are being deleted: ${listed.join(', ')}${more}. ${force}`)
}
