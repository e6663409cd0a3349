/** The sessions of a replicator: one for each peer, started and stopped as peers come, change and go. */
import type { Ref } from '@kubewright/core'
import { deepEqual } from '@kubewright/core/json'
import type { HomeKind } from './home-kind.ts'
import type { KnownPeer } from './home-run.ts'
import { absentReport, type PeerReport } from './peer-report.ts'
import { PeerSession, type SessionHost } from './peer-session.ts'
import type { AbsentPeer, Peer, Peers } from './peers.ts'

export interface PeerSessionsParts {
  readonly peers: Peers
  readonly host: SessionHost
  readonly signal: AbortSignal
  /** Receives each session that runs. */
  readonly keep: (running: Promise<void>) => void
}

export class PeerSessions {
  readonly #parts: PeerSessionsParts
  /** By name. */
  readonly #sessions = new Map<string, PeerSession>()
  #absent: ReadonlyMap<string, AbsentPeer> = new Map()
  /** The peers as seen by originals; built lazily, because every object needs it. */
  #known: ReadonlyMap<string, KnownPeer> | undefined

  constructor(parts: PeerSessionsParts) {
    this.#parts = parts
  }

  get all(): Iterable<PeerSession> {
    return this.#sessions.values()
  }

  /** Unavailable peers, by name. */
  get absent(): ReadonlyMap<string, AbsentPeer> {
    return this.#absent
  }

  /** Connected peers, by name. */
  get known(): ReadonlyMap<string, KnownPeer> {
    return (this.#known ??= new Map([...this.#sessions].map(([name, session]) => [name, knownPeer(session)])))
  }

  get reports(): readonly PeerReport[] {
    const connected = [...this.all].map(({ peer: { name, identity }, state, backlog, warning }) => {
      return { name, identity, state, backlog, warning, objects: this.#objectsAt(name) }
    })
    return [...connected, ...[...this.#absent.values()].map(absentReport)]
  }

  /** The identities of peers, connected or not, with these names. */
  identitiesOf(names: readonly string[]): ReadonlySet<string> {
    const connected = [...this.all].flatMap(({ peer }) => (names.includes(peer.name) ? peer.identity : []))
    const absent = [...this.#absent.values()].flatMap(({ name, identity }) =>
      identity !== undefined && names.includes(name) ? identity : [],
    )
    return new Set([...connected, ...absent])
  }

  /** Compares the sessions with the peers. */
  update(): void {
    const { peers, host, signal } = this.#parts
    this.#known = undefined
    if (signal.aborted) return
    const all = new Map(peers.all.map((peer) => [peer.name, peer]))
    for (const [name, session] of this.#sessions) {
      if (all.get(name) === session.peer) continue
      session.stop()
      this.#sessions.delete(name)
      if (!all.has(name)) for (const kind of host.kinds.values()) kind.forget(name)
      this.#touchPeer(session.peer)
    }
    for (const [name, peer] of all) if (!this.#sessions.has(name)) this.#connect(name, peer)
    for (const session of this.all) session.checkNow()
    this.#updateAbsent()
  }

  stop(): void {
    for (const session of this.all) session.stop()
  }

  #objectsAt(peer: string): PeerReport['objects'] {
    return [...this.#parts.host.kinds.values()].flatMap((kind) =>
      [...kind.countAt(peer)].map(([reason, count]) => ({ kind: kind.id, reason, count })),
    )
  }

  #updateAbsent(): void {
    const before = this.#absent
    this.#absent = new Map((this.#parts.peers.absent ?? []).map((peer) => [peer.name, peer]))
    const names = new Set([...before.keys(), ...this.#absent.keys()])
    for (const name of names) {
      const [was, is] = [before.get(name), this.#absent.get(name)]
      if (deepEqual(was, is)) continue
      this.#touchPeer({ name, identity: is?.identity ?? was?.identity ?? '' })
    }
  }

  #connect(name: string, peer: Peer): void {
    const { host, signal, keep } = this.#parts
    const session = new PeerSession(peer, host)
    this.#sessions.set(name, session)
    keep(session.run(signal))
    this.#touchPeer(peer)
  }

  #touchPeer(peer: Pick<Peer, 'name' | 'identity'>): void {
    const { host } = this.#parts
    for (const kind of host.kinds.values()) {
      if (!kind.source.isSynced) continue
      for (const ref of kind.concerning(peer)) host.touchHome(kind, ref)
    }
  }
}

function knownPeer(session: PeerSession): KnownPeer {
  return {
    identity: session.peer.identity,
    problemOf: (kind: HomeKind) => session.problemOf(kind),
    replica: (kind: HomeKind, ref: Ref) => session.replica(kind, ref),
  }
}
