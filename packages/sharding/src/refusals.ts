/**
 * What the server does not allow this process, by kind: said once in the log, and shown for as long as it lasts. Whoever forgot
 * to grant something finds it here, and not by looking for objects that nobody works on.
 */
import { isForbidden } from '@kubewright/client'
import { type Clock, type Logger, systemClock } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import { kindName } from './place-report.ts'

/** What a ring does: it finds objects, follows them, marks them, and keeps leases. */
export type Deed = 'list' | 'follow' | 'mark' | 'keep'

type Kind = Pick<Resource, 'group' | 'kind'>

/** What only permissions can refuse. */
const readings: readonly Deed[] = ['list', 'follow']
/** The words with which they refuse. Policies refuse single objects, in other words, and that is theirs to say. */
const isUnpermitted = /cannot \w+ resource "/

/** How often something is tried again that may not be marked, at least. */
export const markRetryMs = 30_000
/**
 * Of marks that were tried no more since: nothing waits for them. The object may be gone, its owner may have made it anew, or
 * another process shares out by now, and no mark of this one will ever say that it is allowed again.
 */
const settledAfterMs = 3 * markRetryMs

interface Refusal {
  readonly why: string
  /** When the server last said so, as `clock.elapsed()`. */
  readonly at: number
}

export class Refusals {
  readonly #log: Logger
  readonly #clock: Clock
  /** By deed and kind, then by namespace: a role may be missing in one of them. */
  readonly #refused = new Map<string, Map<string, Refusal>>()
  /** What was allowed at some time. */
  readonly #allowed = new Set<string>()

  constructor(log: Logger, clock: Clock = systemClock) {
    this.#log = log
    this.#clock = clock
  }

  /** How many deeds are refused. */
  get size(): number {
    this.#settle()
    return this.#refused.size
  }

  /** Returns whether the failure is that something is not permitted: then everything has been said about it. */
  note(deed: Deed, resource: Kind, error: unknown, namespace = ''): boolean {
    if (!isForbidden(error) || !(readings.includes(deed) || isUnpermitted.test(error.message))) return false
    const key = keyOf(deed, resource)
    const known = this.#refused.get(key)
    if (known === undefined) {
      const kind = kindName(resource)
      this.#log.error('API server denies what sharding needs, objects wait until it is granted', { kind, deed, error })
    }
    const refusal = { why: error.message, at: this.#clock.elapsed() }
    this.#refused.set(key, (known ?? new Map<string, Refusal>()).set(namespace, refusal))
    return true
  }

  allow(deed: Deed, resource: Kind, namespace = ''): void {
    const key = keyOf(deed, resource)
    this.#allowed.add(key)
    const known = this.#refused.get(key)
    if (!known?.delete(namespace) || known.size > 0) return
    this.#refused.delete(key)
    this.#log.info('API server allows again what sharding needs', { kind: kindName(resource), deed })
  }

  /** Why, for each kind. */
  reasons(...deeds: readonly Deed[]): readonly string[] {
    this.#settle()
    return [...this.#refused.keys()]
      .filter((key) => deeds.some((deed) => key.startsWith(`${deed} `)))
      .map((key) => this.#reason(key))
  }

  /**
   * For readiness. What was never allowed was probably never granted: it keeps a process from being ready, and a rollout from
   * going on. What was taken away later is only shown: webhooks have to answer all the same.
   */
  get complaint(): string | { readonly note: string } | undefined {
    this.#settle()
    const keys = [...this.#refused.keys()]
    const never = keys.filter((key) => !this.#allowed.has(key))
    if (never.length > 0) return never.map((key) => this.#reason(key)).join(' ')
    return keys.length === 0 ? undefined : { note: keys.map((key) => this.#reason(key)).join(' ') }
  }

  #settle(): void {
    const now = this.#clock.elapsed()
    for (const [key, known] of this.#refused) {
      if (!key.startsWith('mark ')) continue // whatever else is refused is tried until it is allowed
      for (const [namespace, { at }] of known) if (now - at > settledAfterMs) known.delete(namespace)
      if (known.size > 0) continue
      this.#refused.delete(key)
      this.#log.info('no object waits any more for the denied request', { kind: key.slice('mark '.length) })
    }
  }

  #reason(key: string): string {
    const [first = '', ...others] = [...(this.#refused.get(key)?.values() ?? [])].map(({ why }) => why)
    if (others.length === 0) return first
    return `${first} And in ${others.length === 1 ? 'another namespace' : `${others.length} other namespaces`}.`
  }
}

function keyOf(deed: Deed, resource: Kind): string {
  return `${deed} ${kindName(resource)}`
}
