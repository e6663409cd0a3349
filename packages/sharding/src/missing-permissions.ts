/**
 * Permissions that this process lacks, by kind: logged once, and shown for as long as they are missing. A missing grant is
 * found here, instead of by searching for objects that are not reconciled.
 * See decision 0223.
 */
import { isForbidden } from '@kubewright/client'
import { type Clock, type Logger, systemClock } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import { kindName } from './ring/kinds.ts'

/** The operations of a ring: list and watch objects, mark them, and keep leases. */
export type PermittedAction = 'list' | 'follow' | 'mark' | 'keep'

type Kind = Pick<Resource, 'group' | 'kind'>

/** The operations in words for the log. */
const operationNames: Readonly<Record<PermittedAction, string>> = {
  list: 'list',
  follow: 'watch',
  mark: 'label',
  keep: 'hold lease',
}

/** Operations that only RBAC can deny. */
const readings: readonly PermittedAction[] = ['list', 'follow']
/** The wording of RBAC denials. Policies deny single objects, with other messages, which are not handled here. */
const isUnpermitted = /cannot \w+ resource "/

/** Objects that may not be marked are retried at least this often. */
export const markRetryMs = 30_000
/**
 * A denied mark that was not retried for this long is dropped: no object waits for it. The object may be deleted or
 * recreated, or another process leads by now, so that no success of this process would ever clear it.
 */
const settledAfterMs = 3 * markRetryMs

interface Refusal {
  readonly why: string
  /** When the server last denied it, as `clock.elapsed()`. */
  readonly at: number
}

export class MissingPermissions {
  readonly #log: Logger
  readonly #clock: Clock
  /** By operation and kind, then by namespace: a role may be missing in only one of them. */
  readonly #refused = new Map<string, Map<string, Refusal>>()
  /** Operations that succeeded at least once. */
  readonly #allowed = new Set<string>()

  constructor(log: Logger, clock: Clock = systemClock) {
    this.#log = log
    this.#clock = clock
  }

  /** Number of denied operations. */
  get size(): number {
    this.#settle()
    return this.#refused.size
  }

  /** Returns whether the error is a missing permission: then it is already logged. */
  note(action: PermittedAction, resource: Kind, error: unknown, namespace = ''): boolean {
    if (!isForbidden(error) || !(readings.includes(action) || isUnpermitted.test(error.message))) return false
    const key = keyOf(action, resource)
    const known = this.#refused.get(key)
    if (known === undefined) {
      const kind = kindName(resource)
      const effect =
        action === 'keep'
          ? 'this process cannot hold its shard lease'
          : 'some objects are not assigned, moved or reconciled'
      this.#log.error(`permission missing, ${effect} until it is granted`, {
        kind,
        action: operationNames[action],
        error,
      })
    }
    const refusal = { why: error.message, at: this.#clock.elapsed() }
    this.#refused.set(key, (known ?? new Map<string, Refusal>()).set(namespace, refusal))
    return true
  }

  allow(action: PermittedAction, resource: Kind, namespace = ''): void {
    const key = keyOf(action, resource)
    this.#allowed.add(key)
    const known = this.#refused.get(key)
    if (!known?.delete(namespace) || known.size > 0) return
    this.#refused.delete(key)
    this.#log.info('missing permission was granted', { kind: kindName(resource), action: operationNames[action] })
  }

  /** The reasons, one per kind. */
  reasons(...actions: readonly PermittedAction[]): readonly string[] {
    this.#settle()
    return [...this.#refused.keys()]
      .filter((key) => actions.some((action) => key.startsWith(`${action} `)))
      .map((key) => this.#reason(key))
  }

  /**
   * For readiness. A permission that never worked was probably never granted: the process is not ready, which stops a
   * rollout. One that was revoked later is only shown, because webhooks still have to be served.
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
      if (!key.startsWith('mark ')) continue // all other operations are retried until they are allowed
      for (const [namespace, { at }] of known) if (now - at > settledAfterMs) known.delete(namespace)
      if (known.size > 0) continue
      this.#refused.delete(key)
      const kind = key.slice('mark '.length)
      const message = 'permission was not denied again, no longer reported as missing'
      this.#log.info(message, { kind, action: operationNames.mark })
    }
  }

  #reason(key: string): string {
    const [first = '', ...others] = [...(this.#refused.get(key)?.values() ?? [])].map(({ why }) => why)
    if (others.length === 0) return first
    return `${first} And in ${others.length === 1 ? 'another namespace' : `${others.length} other namespaces`}.`
  }
}

function keyOf(action: PermittedAction, resource: Kind): string {
  return `${action} ${kindName(resource)}`
}
