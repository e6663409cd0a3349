/** Executes the steps of `decide` for one original at one peer, one request at a time. See decision 0331. */
import { type Client, ignoreNotFound, isAlreadyExists } from '@kubewright/client'
import { formatRef, type KubeObject, type Ref } from '@kubewright/core'
import { deepEqual, type JsonObject } from '@kubewright/core/json'
import type { Resource } from '@kubewright/resource'
import { contentOf } from './content.ts'
import { type Decision, decide, type Step } from './decide.ts'
import { fieldManager, replicaName, tenantNamespace } from './names.ts'
import { replicationErrors } from './errors.ts'
import type { Outcome } from './outcome.ts'
import type { CopyRules, SettledContent } from './replica.ts'
import { isWellFormed } from './well-formed.ts'

/** One side: its cache and its client. */
export interface Side {
  readonly client: Client
  read(ref: Ref): KubeObject | undefined
}

export interface ReplicaRun {
  readonly resource: Resource
  readonly ref: Ref
  readonly home: Side
  readonly peer: Side & {
    readonly identity: string
    /**
     * For deletions, which bypass read-your-writes: the cache would otherwise record the replica as permanently deleted, and a
     * restored backup brings it back. It must learn of deletions only from the peer's watch.
     */
    readonly direct: Client
  }
  readonly origin: string
  readonly rules: CopyRules
  readonly isWanted: (home: KubeObject) => boolean
  /** By replica name: the content that was sent to the peer, and the content that its server stored after defaulting. */
  readonly settled: Map<string, SettledContent>
  readonly signal: AbortSignal
  /** Called with the stored replica after each write. */
  readonly stored?: (replica: KubeObject) => void
}

/**
 * Maximum steps of one run. A run that exceeds it means that the peer's responses do not match its state, or that other clients keep
 * changing the objects.
 */
const mostSteps = 8

/**
 * Runs until there is nothing left to do.
 *
 * Failure: rejects with the error of a failed request; completed steps stay, and the next run continues from there.
 */
export async function runReplica(run: ReplicaRun): Promise<Outcome | undefined> {
  const seen = new Seen(run)
  for (let steps = 0; steps < mostSteps; steps++) {
    const { step, outcome } = judge(run, seen)
    if (step === undefined) return outcome
    run.signal.throwIfAborted()
    await seen.carryOut(step)
  }
  throw unfitting(seen.replicaRef, `${mostSteps} successful requests did not bring it to the desired state`)
}

function judge(run: ReplicaRun, seen: Seen): Decision {
  const { home, replica } = seen
  const { origin, rules, peer, settled } = run
  return decide({
    home,
    replica,
    isWanted: home !== undefined && run.isWanted(home),
    isHomeConfirmed: seen.isHomeConfirmed,
    isReplicaConfirmed: seen.isReplicaConfirmed,
    origin,
    peer: peer.identity,
    rules,
    settled: settled.get(seen.replicaRef.name),
  })
}

/** The state known to one run: the caches, or live reads. */
class Seen {
  isHomeConfirmed = false
  isReplicaConfirmed = false
  readonly replicaRef: Ref
  readonly #run: ReplicaRun
  #home: KubeObject | undefined
  #replica: KubeObject | undefined

  constructor(run: ReplicaRun) {
    this.#run = run
    this.replicaRef = { namespace: tenantNamespace(run.origin), name: replicaName(run.ref) }
  }

  get home(): KubeObject | undefined {
    return this.isHomeConfirmed ? this.#home : this.#run.home.read(this.#run.ref)
  }

  get replica(): KubeObject | undefined {
    return this.isReplicaConfirmed ? this.#replica : this.#run.peer.read(this.replicaRef)
  }

  async carryOut(step: Step): Promise<void> {
    const { resource, ref, home, signal } = this.#run
    if (step.do === 'confirm-home') {
      this.#home = await home.client.get(resource, ref, { signal }).catch(ignoreNotFound)
      this.isHomeConfirmed = true
    } else if (step.do === 'confirm-replica') await this.#confirmReplica()
    else if (step.do === 'patch-home') {
      const patched = await home.client.patch(resource, step.ref, step.patch as never, { signal, fieldManager })
      if (this.isHomeConfirmed) this.#home = patched as KubeObject
    } else await this.#writeReplica(step)
  }

  async #confirmReplica(): Promise<void> {
    const { resource, peer, signal } = this.#run
    const found = await peer.client.get(resource, this.replicaRef, { signal }).catch(ignoreNotFound)
    if (found !== undefined && !isWellFormed(found)) throw unfitting(this.replicaRef, 'the object there is malformed')
    this.#replica = found
    this.isReplicaConfirmed = true
  }

  async #writeReplica(step: Step & { do: 'create-replica' | 'patch-replica' | 'delete-replica' }): Promise<void> {
    const { resource, peer, signal } = this.#run
    if (step.do === 'delete-replica') {
      const { uid, resourceVersion } = step
      const preconditions = { uid, resourceVersion }
      const left = await peer.direct.delete(resource, this.replicaRef, { signal, preconditions })
      this.#replica = left?.metadata.deletionTimestamp === undefined ? undefined : (left as KubeObject)
      this.isReplicaConfirmed = true // the response to a deletion is authoritative
      return
    }
    const sent = this.home === undefined ? {} : contentOf(this.home)
    const stored = await this.#send(step)
    if (stored === undefined) return this.#confirmReplica()
    // A response with another object must not be recorded as the content of this replica.
    const { name } = this.replicaRef
    if (stored.metadata?.name !== name) throw unfitting(this.replicaRef, 'the response to the write is another object')
    this.#noteSettled(sent, contentOf(stored))
    if (this.isReplicaConfirmed) this.#replica = stored
    this.#run.stored?.(stored)
  }

  /** `undefined` if an object already exists that is not in the cache yet. */
  async #send(step: Step & { do: 'create-replica' | 'patch-replica' }): Promise<KubeObject | undefined> {
    const { resource, peer, signal } = this.#run
    const how = { signal, fieldManager }
    if (step.do === 'patch-replica') {
      return (await peer.client.patch(resource, this.replicaRef, step.patch as never, how)) as KubeObject
    }
    try {
      return (await peer.client.create(resource, step.object as never, how)) as KubeObject
    } catch (error) {
      if (isAlreadyExists(error)) return undefined
      throw error
    }
  }

  #noteSettled(wanted: JsonObject, stored: JsonObject): void {
    const { settled } = this.#run
    if (deepEqual(wanted, stored)) settled.delete(this.replicaRef.name)
    else settled.set(this.replicaRef.name, { wanted, stored })
  }
}

function unfitting(replica: Ref, why: string): Error {
  return replicationErrors('KW_REPLICATION_ANSWER', {
    what: `write the replica ${formatRef(replica)}`,
    why,
    next: 'Check which server responds at the address of the peer, and find other writers in `managedFields` of the replica.',
    details: { replica },
  })
}
