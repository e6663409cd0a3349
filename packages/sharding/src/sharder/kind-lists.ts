/**
 * The list state of each kind of a ring. A kind that cannot be listed delays only itself. A kind that the server does not
 * serve has no objects.
 */
import { backOffMs } from '@kubewright/core/time'
import type { Resource } from '@kubewright/resource'

type Kind = Pick<Resource, 'group' | 'kind'>

interface Listed {
  /** Whether all objects were listed, the kind is not served, or neither is known. */
  readonly found: 'all' | 'absent' | 'unknown'
  readonly failures: number
  /** When to list again after a failure, as `clock.elapsed()`. */
  readonly retryAt: number
  readonly problem: string | undefined
}

const firstRetryMs = 2_000
const longestRetryMs = 10_000
const unlisted: Listed = { found: 'unknown', failures: 0, retryAt: -Infinity, problem: undefined }

export class KindLists {
  readonly #kinds: readonly Kind[]
  readonly #listed = new Map<string, Listed>()

  constructor(kinds: readonly Kind[]) {
    this.#kinds = kinds
  }

  /** Whether the objects of every kind are known. */
  get isComplete(): boolean {
    return this.#kinds.every((kind) => this.#of(kind).found !== 'unknown')
  }

  /** Why some kinds currently cannot be listed, in the order of the kinds. */
  get problems(): readonly string[] {
    return this.#kinds.flatMap((kind) => this.#of(kind).problem ?? [])
  }

  /** Whether all its objects were listed: only then is an unknown object a new one. */
  isListed(kind: Kind): boolean {
    return this.#of(kind).found === 'all'
  }

  isAbsent(kind: Kind): boolean {
    return this.#of(kind).found === 'absent'
  }

  hasFailed(kind: Kind): boolean {
    return this.#of(kind).failures > 0
  }

  /** Whether it may be listed now: false during the back-off after a failure. */
  mayList(kind: Kind, now: number): boolean {
    return now >= this.#of(kind).retryAt
  }

  /** Milliseconds until a failed kind is listed again. */
  retryInMs(now: number): number {
    const failed = this.#kinds.map((kind) => this.#of(kind)).filter(({ failures }) => failures > 0)
    return Math.max(0, Math.min(Infinity, ...failed.map(({ retryAt }) => retryAt - now)))
  }

  succeed(kind: Kind, found: 'all' | 'absent'): void {
    this.#listed.set(keyOf(kind), { ...unlisted, found })
  }

  /** An earlier list stays valid: the watch has delivered all changes since. */
  fail(kind: Kind, problem: string, now: number): void {
    const { found, failures } = this.#of(kind)
    const waitMs = backOffMs(failures + 1, firstRetryMs, longestRetryMs)
    this.#listed.set(keyOf(kind), { found, failures: failures + 1, retryAt: now + waitMs, problem })
  }

  #of(kind: Kind): Listed {
    return this.#listed.get(keyOf(kind)) ?? unlisted
  }
}

function keyOf({ group, kind }: Kind): string {
  return `${group}/${kind}`
}
