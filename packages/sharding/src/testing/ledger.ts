/** Records which process reconciles which object in a simulated fleet, and whether two ever do so at once. */

/** A process, as the ledger sees it. */
export interface Actor {
  readonly name: string
  /**
   * Whether it runs, and believes that it may act. A paused process does nothing; its belief is checked when it resumes, and
   * its effects with every write.
   */
  readonly isActing: boolean
}

export interface Session {
  readonly actor: Actor
  isOpen: boolean
}

export class Ledger {
  readonly #now: () => number
  /** Sessions of each object, newest last; only open ones, and the newest. */
  readonly #sessions = new Map<string, Session[]>()
  /** The shard an object was last assigned to, by uid. */
  readonly #rights = new Map<string, string>()
  /** The largest fencing token of an object, and its process, by uid. */
  readonly #tokens = new Map<string, { readonly token: string; readonly actor: Actor }>()
  readonly violations: string[] = []
  reconciles = 0
  writes = 0

  constructor(now: () => number) {
    this.#now = now
  }

  accuse(what: string): void {
    this.violations.push(`${Math.round(this.#now())}: ${what}`)
  }

  /** The shard an object was last assigned to. */
  rightOf(uid: string): string | undefined {
    return this.#rights.get(uid)
  }

  give(uid: string, shard: string): void {
    this.#rights.set(uid, shard)
  }

  /** @param token the fencing token for external systems */
  begin(uid: string, actor: Actor, shard: string, token?: string): Session {
    const right = this.#rights.get(uid)
    if (right !== undefined && right !== shard) {
      this.accuse(`${actor.name} began to reconcile ${uid}, which was given to ${right}`)
    }
    const sessions = (this.#sessions.get(uid) ?? []).filter(({ isOpen }) => isOpen)
    for (const other of sessions) {
      if (other.actor !== actor && other.actor.isActing) {
        this.accuse(`${actor.name} began to reconcile ${uid} while ${other.actor.name} did`)
      }
    }
    if (token !== undefined) this.#see(uid, token, actor)
    const session = { actor, isOpen: true }
    this.#sessions.set(uid, [...sessions, session])
    this.reconciles++
    return session
  }

  /** An external system rejects smaller tokens than it has seen: late requests of a former owner must have one of those. */
  #see(uid: string, token: string, actor: Actor): void {
    const seen = this.#tokens.get(uid)
    if (seen !== undefined && seen.actor !== actor && token <= seen.token) {
      this.accuse(
        `${actor.name} began to reconcile ${uid} with the token ${token}, and ${seen.actor.name} had ${seen.token}`,
      )
    }
    if (seen === undefined || token > seen.token) this.#tokens.set(uid, { token, actor })
  }

  /**
   * A paused process resumes, perhaps during a reconcile: it must not believe that it owns an object that another one
   * reconciles.
   */
  wake(actor: Actor): void {
    if (!actor.isActing) return
    for (const [uid, sessions] of this.#sessions) {
      const newest = sessions.at(-1)!
      if (newest.actor === actor || !sessions.some((one) => one.isOpen && one.actor === actor)) continue
      this.accuse(`${actor.name} woke, and believes it may reconcile ${uid}, which ${newest.actor.name} has begun to`)
    }
  }

  end(session: Session): void {
    session.isOpen = false
  }

  /** A write of a reconcile is executed. */
  write(uid: string, actor: Actor): void {
    this.writes++
    const newest = this.#sessions.get(uid)?.at(-1)
    if (newest !== undefined && newest.actor !== actor) {
      this.accuse(`${actor.name} wrote ${uid} after ${newest.actor.name} had begun to reconcile it`)
    }
  }
}
