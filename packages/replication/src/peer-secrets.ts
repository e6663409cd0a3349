/**
 * Peer Secrets: a deleted Secret is kept by a finalizer until no replica is left at its peer, or until the peer is abandoned and its
 * replicas may be left behind.
 * See decision 0335.
 */
import type { Source } from '@kubewright/cache'
import { type Client, isConflict, isNotFound } from '@kubewright/client'
import { type Clock, type KubeObject, type Logger, refOf, sleep } from '@kubewright/core'
import { getOwn } from '@kubewright/core/json'
import { onAbort } from '@kubewright/core/tasks'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import type { ObjectOf } from '@kubewright/resource'
import type { ClusterPeers } from './cluster-peers.ts'
import { replicationErrors } from './errors.ts'
import { abandonAnnotation, clusterLabel, fieldManager, leftBehindName, replicasFinalizer } from './names.ts'
import type { LeftBehind } from './orphaned-replicas.ts'
import type { Replicator } from './replicator.ts'

type PeerSecret = ObjectOf<typeof Secret>

export interface PeerSecretsOptions {
  readonly client: Client
  readonly source: Source<typeof Secret>
  readonly peers: ClusterPeers
  readonly replicator: Pick<Replicator, 'abandon'>
  readonly clock: Clock
  readonly log: Logger
}

const retryAfter = '5s'
/** An annotation lists at most this many names; the log has all. */
const mostListed = 50
const mostRecorded = 2_000

export class PeerSecrets {
  readonly #options: PeerSecretsOptions
  readonly #drained = new Set<string>()
  #woken: () => void = () => undefined
  #isStale = true

  constructor(options: PeerSecretsOptions) {
    this.#options = options
    options.peers.onDrained = (name) => {
      this.#drained.add(name)
      this.#wake()
    }
  }

  /** Runs until `signal` is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    const { source, peers } = this.#options
    using _changes = source.subscribe(() => this.#wake())
    using _peers = peers.subscribe(() => this.#wake())
    while (!signal.aborted) {
      this.#isStale = false
      let isDone = true
      for (const secret of source.isSynced ? source.list() : []) {
        if (!(await this.#bringUpToDate(secret, signal))) isDone = false
      }
      if (source.isSynced) this.#depart()
      if (!this.#isStale) await this.#rest(isDone, signal)
    }
  }

  /** @returns whether it needs no work until something changes */
  async #bringUpToDate(secret: PeerSecret, signal: AbortSignal): Promise<boolean> {
    try {
      await this.#reconcile(secret, signal)
      return true
    } catch (error) {
      if (signal.aborted || isNotFound(error)) return true // deleted: the watch will report it
      const { name: peer } = secret.metadata
      if (!isConflict(error))
        this.#options.log.warn('Secret of a peer could not be updated, will retry', { peer, error })
      return false
    }
  }

  #wake(): void {
    this.#isStale = true
    this.#woken()
  }

  /** Marks peers as leaving while their Secrets are being deleted. */
  #depart(): void {
    const going = this.#options.source.list().filter((secret) => secret.metadata.deletionTimestamp !== undefined)
    const names = (some: readonly PeerSecret[]) => new Set(some.map(({ metadata }) => metadata.name))
    this.#options.peers.depart(
      names(going.filter((secret) => !isAbandoned(secret))),
      names(going.filter((secret) => isAbandoned(secret))),
    )
    for (const name of this.#drained) if (!names(going).has(name)) this.#drained.delete(name)
  }

  async #reconcile(secret: PeerSecret, signal: AbortSignal): Promise<void> {
    const isHeld = secret.metadata.finalizers?.includes(replicasFinalizer) ?? false
    if (secret.metadata.deletionTimestamp === undefined) {
      const isPeer = this.#options.peers.all.some(({ name }) => name === secret.metadata.name)
      if (isPeer && !isHeld)
        await this.#write(secret, { finalizers: [...(secret.metadata.finalizers ?? []), replicasFinalizer] }, signal)
      return
    }
    if (!isHeld) return
    if (isAbandoned(secret)) return await this.#abandon(secret, signal)
    if (this.#drained.has(secret.metadata.name)) await this.#release(secret, signal)
  }

  async #abandon(secret: PeerSecret, signal: AbortSignal): Promise<void> {
    const { peers, replicator, log } = this.#options
    const { name } = secret.metadata
    const identity = getOwn(secret.metadata.annotations, clusterLabel) ?? peers.identityOf(name)
    if (identity === undefined) {
      return log.error('peer cannot be abandoned', { peer: name, error: unknownIdentity(secret) })
    }
    this.#depart() // no longer a peer from here on
    const left = await replicator.abandon(identity)
    log.warn('peer abandoned', { peer: name, cluster: identity, replicasLeftBehind: left.length })
    // The Secret is deleted, so the record is kept in a ConfigMap beside it.
    if (left.length > 0)
      await this.#options.client.apply(ConfigMap, recordOf(secret, left), { signal, fieldManager, force: true })
    await this.#release(secret, signal)
  }

  #release(secret: PeerSecret, signal: AbortSignal): Promise<PeerSecret> {
    const finalizers = (secret.metadata.finalizers ?? []).filter((one) => one !== replicasFinalizer)
    return this.#write(secret, { finalizers }, signal)
  }

  async #write(secret: PeerSecret, change: object, signal: AbortSignal): Promise<PeerSecret> {
    const { uid, resourceVersion } = secret.metadata
    const patch = { metadata: { uid, resourceVersion, ...change } }
    return this.#options.client.patch(Secret, refOf(secret as KubeObject), patch as never, {
      signal,
      fieldManager,
    }) as never
  }

  async #rest(isDone: boolean, signal: AbortSignal): Promise<void> {
    const woken = new AbortController()
    this.#woken = () => woken.abort()
    using _listening = onAbort(signal, () => woken.abort())
    if (isDone) await new Promise<void>((resolve) => void onAbort(woken.signal, resolve))
    else await sleep(this.#options.clock, retryAfter, woken.signal).catch(() => undefined) // woken: check again
  }
}

function isAbandoned({ metadata }: PeerSecret): boolean {
  return getOwn(metadata.annotations, abandonAnnotation) !== undefined
}

/** The record of what is left behind at a peer, for users and for `kubewright peer remove`. */
function recordOf({ metadata }: PeerSecret, left: readonly LeftBehind[]) {
  const lines = left.map(({ kind, replica }) => `${kind} ${replica.namespace}/${replica.name}`)
  return {
    metadata: { name: leftBehindName(metadata.name), namespace: metadata.namespace! },
    data: {
      cluster: left[0]!.cluster,
      count: String(left.length),
      replicas: lines.slice(0, mostRecorded).join('\n'),
      'secret-uid': metadata.uid,
    },
  }
}

/** What is left behind, as JSON that fits into an annotation. */
export function summaryOf(left: readonly LeftBehind[]): string {
  const replicas = left.slice(0, mostListed).map(({ kind, replica }) => `${kind} ${replica.namespace}/${replica.name}`)
  return JSON.stringify({ count: left.length, cluster: left[0]?.cluster, replicas })
}

function unknownIdentity({ metadata }: PeerSecret): Error {
  return replicationErrors('KW_REPLICATION_SECRET', {
    what: `abandon the peer of the Secret ${metadata.namespace}/${metadata.name}`,
    why: `this process has not connected to the peer, and the Secret has no annotation ${clusterLabel}`,
    next: `Set that annotation to the UID of the namespace kube-system of the cluster. Finalizers of originals show the UID after the slash.`,
    details: { secret: `${metadata.namespace}/${metadata.name}` },
  })
}
