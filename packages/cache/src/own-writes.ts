/**
 * What this process wrote and the watch has not shown yet. Until it has, what was written is the truth, and anything older
 * that still arrives is the past.
 */
import { compareResourceVersions, type KubeObject } from '@kubewright/core'

export interface OwnWrite<Object extends KubeObject> {
  readonly uid: string
  /** Of the newest write; `undefined` for a deletion, whose version is known only when it is seen. */
  readonly newest: string | undefined
  /** Versions of all writes that were not seen yet, in order. */
  readonly versions: readonly string[]
  /** What followers were last told. */
  readonly told: Object | undefined
  /** Whether somebody else changed the object in between. */
  readonly isShared: boolean
  /** When the newest write was noted. */
  readonly at: number
}

/** What to do with something that arrives from the server. */
export type Verdict =
  /** It is the past: nobody is told. */
  | 'hide'
  /** It is what this process wrote last, and nobody else had a part in it. */
  | 'echo'
  /** It is news. */
  | 'news'

export class OwnWrites<Object extends KubeObject> {
  readonly #pending = new Map<string, OwnWrite<Object>>()

  get size(): number {
    return this.#pending.size
  }

  get(key: string): OwnWrite<Object> | undefined {
    return this.#pending.get(key)
  }

  /** @param told what followers know of the object, if this is the first write they do not know of */
  note(
    key: string,
    uid: string,
    version: string | undefined,
    { told, at }: { told: Object | undefined; at: number },
  ): void {
    const before = this.#pending.get(key)
    this.#pending.set(key, {
      uid,
      newest: version,
      versions: [...(before?.versions ?? []), ...(version === undefined ? [] : [version])],
      told: before === undefined ? told : before.told,
      isShared: before?.isShared ?? false,
      at,
    })
  }

  /** Judges a state that arrived. `hide` keeps the write pending; everything else settles it. */
  judge(key: string, uid: string, version: string, isDeletion: boolean): Verdict {
    const own = this.#pending.get(key)
    if (own === undefined) return 'news'
    if (own.uid !== uid) return isOlder(version, own.newest) ? 'hide' : this.#settle(key, 'news')
    if (own.newest === undefined) return isDeletion ? this.#settle(key, own.isShared ? 'news' : 'echo') : 'hide'
    if (version === own.newest) return this.#settle(key, own.isShared ? 'news' : 'echo')
    if (isDeletion || !isOlder(version, own.newest)) return this.#settle(key, 'news')
    if (!own.versions.includes(version)) this.#pending.set(key, { ...own, isShared: true })
    return 'hide'
  }

  forget(key: string): void {
    this.#pending.delete(key)
  }

  keys(): Iterable<string> {
    return this.#pending.keys()
  }

  #settle(key: string, verdict: Verdict): Verdict {
    this.#pending.delete(key)
    return verdict
  }
}

/** A deletion is newer than everything that was written before it. */
function isOlder(version: string, than: string | undefined): boolean {
  return than !== undefined && compareResourceVersions(version, than) < 0
}
