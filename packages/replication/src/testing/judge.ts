/** Safety invariants, checked on every write, and the expected final state. */
import { formatRef, type KubeObject, type Ref, refOf } from '@kubewright/core'
import { deepEqual, getOwn, type JsonObject } from '@kubewright/core/json'
import { contentOf } from '../content.ts'
import {
  conditionType,
  domain,
  heldIdentities,
  originalRef,
  replicaName,
  tenantNamespace,
  uidAnnotation,
} from '../names.ts'
import { isReplica, originOf } from '../origin.ts'
import type { Write } from './simulated-server.ts'

/** A cluster, as seen by the judge. */
export interface JudgedCluster {
  readonly name: string
  readonly identity: string
  list(): readonly KubeObject[]
  get(ref: Ref): KubeObject | undefined
  /** Whether its originals may go to the peer now. */
  isPeer(name: string): boolean
}

/** The maximum staleness of a replicator that deletes a replica which is wanted again. */
const oldestViewMs = 120_000

export class Judge {
  readonly violations: string[] = []
  readonly #now: () => number
  readonly #clusters: ReadonlyMap<string, JudgedCluster>
  /** Every content an original ever had, by cluster and key. */
  readonly #contents = new Map<string, Set<string>>()
  /** Originals that ever had a finalizer for a peer, by uid and identity. */
  readonly #held = new Set<string>()
  /** Every status ever reported for a replica, by origin and key. */
  readonly #statuses = new Map<string, Set<string>>()
  /** When an original last did not want its replica, by origin, key and peer. */
  readonly #unwanted = new Map<string, number>()

  constructor(now: () => number, clusters: ReadonlyMap<string, JudgedCluster>) {
    this.#now = now
    this.#clusters = clusters
  }

  /** Called before a write becomes visible. */
  look(at: JudgedCluster, write: Write): void {
    const { by, before, after } = write
    const object = (after ?? before)!
    this.#remember(at, object)
    if (!by.startsWith('replicator ')) return
    const origin = this.#clusters.get(by.slice('replicator '.length))!
    if (origin === at) this.#lookAtHome(at, write)
    else this.#lookAtPeer(origin, at, write)
  }

  /** Records the current state: after a restored backup, or when a peer was added or removed. */
  observe(at: JudgedCluster): void {
    for (const object of at.list()) this.#remember(at, object)
    this.noteUnwanted(at)
  }

  noteUnwanted(origin: JudgedCluster): void {
    for (const peer of this.#clusters.values()) {
      for (const { metadata } of peer.list().filter((one) => originOf(one) === origin.identity)) {
        const ref = originalRef(metadata.name)
        if (ref !== undefined && !wants(origin, ref, peer)) this.#unwanted.set(wantKey(origin, ref, peer), this.#now())
      }
    }
  }

  #remember(at: JudgedCluster, object: KubeObject): void {
    const origin = originOf(object)
    const ref = originalRef(object.metadata.name)
    if (origin === undefined && !isReplica(object)) {
      put(this.#contents, `${at.identity} ${formatRef(refOf(object))}`, JSON.stringify(contentOf(object)))
      for (const identity of heldIdentities(object.metadata.finalizers))
        this.#held.add(`${object.metadata.uid} ${identity}`)
      this.noteUnwanted(at)
    } else if (origin !== undefined && ref !== undefined) {
      put(this.#statuses, `${origin} ${formatRef(ref)}`, JSON.stringify(statusOf(object)))
    }
  }

  #lookAtPeer(origin: JudgedCluster, at: JudgedCluster, write: Write): void {
    const { before, after, verb } = write
    const object = (after ?? before)!
    const where = `${origin.name} at ${at.name}: ${verb} ${formatRef(refOf(object))}`
    if (object.metadata.namespace !== tenantNamespace(origin.identity))
      this.#blame(`${where} outside of its tenant namespace`)
    if (before !== undefined && originOf(before) !== origin.identity)
      this.#blame(`${where}, which is of another origin`)
    if (verb === 'status' || !deepEqual(before ? statusOf(before) : {}, after ? statusOf(after) : statusOf(before!))) {
      this.#blame(`${where} wrote the status, which is the receiver's`)
    }
    const ref = originalRef(object.metadata.name)!
    if (after === undefined || after.metadata.deletionTimestamp !== undefined)
      return this.#lookAtDeletion(origin, at, ref, where)
    const uid = getOwn(after.metadata.annotations, uidAnnotation)
    if (!this.#held.has(`${uid} ${at.identity}`)) this.#blame(`${where} of an original that is not held`)
    const contents = this.#contents.get(`${origin.identity} ${formatRef(ref)}`)
    if (!contents?.has(JSON.stringify(contentOf(after)))) this.#blame(`${where} wrote a content the original never had`)
  }

  #lookAtDeletion(origin: JudgedCluster, at: JudgedCluster, ref: Ref, where: string): void {
    if (!wants(origin, ref, at)) return
    const age = this.#now() - (this.#unwanted.get(wantKey(origin, ref, at)) ?? -Infinity)
    if (age > oldestViewMs) this.#blame(`${where} deleted a replica that was wanted all the time`)
  }

  #lookAtHome(at: JudgedCluster, { before, after, verb }: Write): void {
    const object = (after ?? before)!
    const where = `${at.name} at home: ${verb} ${formatRef(refOf(object))}`
    if (before === undefined) return this.#blame(`${where} created an original`)
    if (isReplica(before)) this.#blame(`${where}, which is a replica`)
    if (after === undefined) return
    if (!deepEqual(contentOf(before), contentOf(after))) this.#blame(`${where} changed the content of an original`)
    if (!deepEqual(before.metadata.labels, after.metadata.labels))
      this.#blame(`${where} changed the labels of an original`)
    if (!deepEqual(othersFinalizers(before), othersFinalizers(after)))
      this.#blame(`${where} changed finalizers of others`)
    const status = statusOf(after)
    if (deepEqual(status, statusOf(before))) return
    const reported = this.#statuses.get(`${at.identity} ${formatRef(refOf(object))}`)
    if (!reported?.has(JSON.stringify(status)))
      this.#blame(`${where} wrote a status that no replica reported: ${JSON.stringify(status)}`)
  }

  #blame(what: string): void {
    this.violations.push(`${Math.round(this.#now())}: ${what}`)
  }

  /** Checks that everything has converged, once all faults are over. */
  lookAtEnd(): void {
    for (const origin of this.#clusters.values()) {
      for (const home of origin.list()) if (!isReplica(home)) this.#lookAtOriginal(origin, home)
      for (const peer of this.#clusters.values()) this.#lookForOrphans(origin, peer)
    }
  }

  #lookAtOriginal(origin: JudgedCluster, home: KubeObject): void {
    const ref = refOf(home)
    const where = `${origin.name} ${formatRef(ref)}`
    if (home.metadata.deletionTimestamp !== undefined) this.#blame(`${where} is still being deleted`)
    const peers = [...this.#clusters.values()].filter((peer) => wants(origin, ref, peer))
    for (const peer of peers) this.#lookAtReplica(origin, home, peer)
    const held = (home.metadata.finalizers ?? []).filter((one) => one.startsWith(`${domain}/`))
    if (held.length > peers.length)
      this.#blame(`${where} holds ${held.join(', ')}, and goes to ${peers.map(({ name }) => name).join(', ')}`)
  }

  #lookAtReplica(origin: JudgedCluster, home: KubeObject, peer: JudgedCluster): void {
    const where = `${origin.name} ${formatRef(refOf(home))} at ${peer.name}`
    const replica = peer.get({ namespace: tenantNamespace(origin.identity), name: replicaName(refOf(home)) })
    if (replica === undefined) return this.#blame(`${where} has no replica`)
    if (originOf(replica) !== origin.identity) return // a foreign object took its name, as the condition reports
    if (!deepEqual(contentOf(home), contentOf(replica))) this.#blame(`${where} has another content`)
    const isLeading = destinationsOf(home)[0] === peer.name
    if (isLeading && !deepEqual(statusOf(home), statusOf(replica))) this.#blame(`${where} has another status`)
    if (isLeading && destinationsOf(home).length === 1 && conditionOf(home)?.['status'] !== 'True') {
      this.#blame(`${where} has the condition ${JSON.stringify(conditionOf(home))}`)
    }
  }

  #lookForOrphans(origin: JudgedCluster, peer: JudgedCluster): void {
    for (const { metadata } of peer.list().filter((one) => originOf(one) === origin.identity)) {
      const ref = originalRef(metadata.name)
      if (ref === undefined || !wants(origin, ref, peer))
        this.#blame(`${peer.name} ${formatRef(metadata)} is an orphan of ${origin.name}`)
    }
  }

  /** Checks that nothing is left, once all peers have been removed. */
  lookAfterUnpeering(): void {
    for (const cluster of this.#clusters.values()) {
      for (const object of cluster.list()) {
        const where = `${cluster.name} ${formatRef(refOf(object))}`
        if (originOf(object) !== undefined) this.#blame(`${where} is left of ${originOf(object)} after unpeering`)
        const held = (object.metadata.finalizers ?? []).some((one) => one.startsWith(`${domain}/`))
        if (held && !isReplica(object)) this.#blame(`${where} is held after unpeering`)
      }
    }
  }
}

export function destinationsOf({ metadata }: KubeObject): readonly string[] {
  return (getOwn(metadata.labels, 'to') ?? '').split('_').filter((name) => name !== '')
}

function wants(origin: JudgedCluster, ref: Ref, peer: JudgedCluster): boolean {
  const home = origin.get(ref)
  if (home === undefined || home.metadata.deletionTimestamp !== undefined || isReplica(home)) return false
  return destinationsOf(home).includes(peer.name) && origin.isPeer(peer.name)
}

function wantKey(origin: JudgedCluster, ref: Ref, peer: JudgedCluster): string {
  return `${origin.name} ${formatRef(ref)} ${peer.name}`
}

function othersFinalizers({ metadata }: KubeObject): readonly string[] {
  return (metadata.finalizers ?? []).filter((one) => !one.startsWith(`${domain}/`))
}

/** Without the replication condition, and without generations, which each side counts for itself. */
function statusOf(object: KubeObject): JsonObject {
  const { status = {} } = object as { status?: JsonObject }
  const { conditions, observedGeneration: _, ...rest } = status
  const others = Array.isArray(conditions)
    ? conditions.filter((one) => (one as JsonObject)['type'] !== conditionType)
    : []
  return others.length === 0 ? rest : { ...rest, conditions: others }
}

function conditionOf(object: KubeObject): JsonObject | undefined {
  const { status = {} } = object as { status?: { conditions?: readonly JsonObject[] } }
  return status.conditions?.find(({ type }) => type === conditionType)
}

function put(map: Map<string, Set<string>>, key: string, value: string): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, new Set([value]))
  else known.add(value)
}
