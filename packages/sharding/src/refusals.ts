/**
 * What the server does not allow this process, by kind: said once in the log, and shown for as long as it lasts. Whoever forgot
 * to grant something finds it here, and not by looking for objects that nobody works on.
 */
import { isForbidden } from '@kubewright/client'
import type { Logger } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import { kindName } from './place-report.ts'

/** What a ring does: it finds objects, follows them, marks them, and keeps leases. */
export type Deed = 'list' | 'follow' | 'mark' | 'keep'

type Kind = Pick<Resource, 'group' | 'kind'>

/** What only permissions can refuse. */
const readings: readonly Deed[] = ['list', 'follow']
/** The words with which they refuse. Policies refuse single objects, in other words, and that is theirs to say. */
const isUnpermitted = /cannot \w+ resource "/

export class Refusals {
  readonly #log: Logger
  /** Why, by deed and kind, then by namespace: a role may be missing in one of them. */
  readonly #refused = new Map<string, Map<string, string>>()
  /** What was allowed at some time. */
  readonly #allowed = new Set<string>()

  constructor(log: Logger) {
    this.#log = log
  }

  /** How many deeds are refused. */
  get size(): number {
    return this.#refused.size
  }

  /** Returns whether the failure is that something is not permitted: then everything has been said about it. */
  note(deed: Deed, resource: Kind, error: unknown, namespace = ''): boolean {
    if (!isForbidden(error) || !(readings.includes(deed) || isUnpermitted.test(error.message))) return false
    const key = keyOf(deed, resource)
    const known = this.#refused.get(key)
    if (known === undefined) {
      const kind = kindName(resource)
      this.#log.error('the server refuses what the ring needs: objects wait until it is granted', { kind, deed, error })
    }
    this.#refused.set(key, (known ?? new Map<string, string>()).set(namespace, error.message))
    return true
  }

  allow(deed: Deed, resource: Kind, namespace = ''): void {
    const key = keyOf(deed, resource)
    this.#allowed.add(key)
    const known = this.#refused.get(key)
    if (!known?.delete(namespace) || known.size > 0) return
    this.#refused.delete(key)
    this.#log.info('the server allows again what the ring needs', { kind: kindName(resource), deed })
  }

  /** Why, for each kind. */
  reasons(...deeds: readonly Deed[]): readonly string[] {
    return [...this.#refused.keys()]
      .filter((key) => deeds.some((deed) => key.startsWith(`${deed} `)))
      .map((key) => this.#reason(key))
  }

  /**
   * For readiness. What was never allowed was probably never granted: it keeps a process from being ready, and a rollout from
   * going on. What was taken away later is only shown: webhooks have to answer all the same.
   */
  get complaint(): string | { readonly note: string } | undefined {
    const keys = [...this.#refused.keys()]
    const never = keys.filter((key) => !this.#allowed.has(key))
    if (never.length > 0) return never.map((key) => this.#reason(key)).join(' ')
    return keys.length === 0 ? undefined : { note: keys.map((key) => this.#reason(key)).join(' ') }
  }

  #reason(key: string): string {
    const [first = '', ...others] = this.#refused.get(key)?.values() ?? []
    if (others.length === 0) return first
    return `${first} And in ${others.length === 1 ? 'another namespace' : `${others.length} other namespaces`}.`
  }
}

function keyOf(deed: Deed, resource: Kind): string {
  return `${deed} ${kindName(resource)}`
}
