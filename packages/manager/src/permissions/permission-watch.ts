/** Rechecks permissions while any is missing, and logs each change of the result. */
import type { Client } from '@kubewright/client'
import { type Clock, type Logger, sleep } from '@kubewright/core'
import { deepEqual } from '@kubewright/core/json'
import { onAbort } from '@kubewright/core/tasks'
import { describeRule, formatRoles } from './format-rules.ts'
import { missingRules } from './permission-check.ts'
import type { RequiredRule } from './required-rule.ts'

export interface PermissionWatchOptions {
  readonly client: Pick<Client, 'create'>
  readonly clock: Clock
  readonly log: Logger
  /** The name of the roles proposed in the log. */
  readonly name: string
  readonly rules: () => readonly RequiredRule[]
}

/** Recheck interval while a permission is missing. */
const askAgainAfter = '30s'

export class PermissionWatch {
  readonly #options: PermissionWatchOptions
  #missing: readonly RequiredRule[] | undefined
  /** Aborted when more rules need checking. */
  #more = new AbortController()

  constructor(options: PermissionWatchOptions) {
    this.#options = options
  }

  /** `undefined` until the server has answered. */
  get missing(): readonly RequiredRule[] | undefined {
    return this.#missing
  }

  /** The missing permissions, as a message; `undefined` if there are none, or before the first check. */
  get complaint(): string | undefined {
    if (this.#missing === undefined || this.#missing.length === 0) return undefined
    return `this program's account may not ${this.#missing.map(describeRule).join('; ')}`
  }

  /** Triggers a recheck, since more may be required. */
  askAgain(): void {
    this.#more.abort()
  }

  /** Resolves once the signal is aborted. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#more = new AbortController()
      const isWell = await this.#ask(signal)
      await this.#pause(isWell, AbortSignal.any([signal, this.#more.signal]))
    }
  }

  /** Permissions are seldom revoked: once all are granted, wait until more are required. */
  async #pause(isWell: boolean, end: AbortSignal): Promise<void> {
    if (end.aborted) return
    if (isWell) return new Promise((resolve) => void onAbort(end, resolve))
    await sleep(this.#options.clock, askAgainAfter, end).catch(() => undefined) // aborted: the loop ends
  }

  /** Returns whether nothing is missing. */
  async #ask(signal: AbortSignal): Promise<boolean> {
    const { client, log, rules } = this.#options
    try {
      const missing = await missingRules(client, rules(), signal)
      if (!deepEqual(missing, this.#missing ?? [])) this.#tell(missing)
      this.#missing = missing
      return missing.length === 0
    } catch (error) {
      if (!signal.aborted) log.warn('permission check failed, will retry', { error })
      return false
    }
  }

  #tell(missing: readonly RequiredRule[]): void {
    const { log, name } = this.#options
    if (missing.length === 0) return log.info('all permissions are granted now')
    log.warn('permissions are missing, grant them with these roles', {
      missing: missing.map(describeRule),
      roles: formatRoles(missing, name),
    })
  }
}
