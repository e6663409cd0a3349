/** Keeps asking for missing permissions while any is missing, and says so each time the answer changes. */
import type { Client } from '@kubewright/client'
import { type Clock, deepEqual, type Logger, onAbort, sleep } from '@kubewright/core'
import { describeRule, formatRoles } from './format-rules.ts'
import { missingRules } from './permission-check.ts'
import type { RequiredRule } from './required-rule.ts'

export interface PermissionWatchOptions {
  readonly client: Pick<Client, 'create'>
  readonly clock: Clock
  readonly log: Logger
  /** What the roles are called that the log proposes. */
  readonly name: string
  readonly rules: () => readonly RequiredRule[]
}

/** How soon somebody who grants a permission sees that it helped. */
const askAgainAfter = '30s'

export class PermissionWatch {
  readonly #options: PermissionWatchOptions
  #missing: readonly RequiredRule[] | undefined
  /** Aborted when there is more to ask for. */
  #more = new AbortController()

  constructor(options: PermissionWatchOptions) {
    this.#options = options
  }

  /** Nothing until the server has answered. */
  get missing(): readonly RequiredRule[] | undefined {
    return this.#missing
  }

  /** Why the program cannot do its work; nothing if it can, or nobody knows. */
  get complaint(): string | undefined {
    if (this.#missing === undefined || this.#missing.length === 0) return undefined
    return `this program's account may not ${this.#missing.map(describeRule).join('; ')}`
  }

  /** More may be needed than before: asks soon. */
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

  /** What is granted is seldom taken away: then nobody is asked until there is more to ask for. */
  async #pause(isWell: boolean, end: AbortSignal): Promise<void> {
    if (end.aborted) return
    if (isWell) return new Promise((resolve) => void onAbort(end, resolve))
    await sleep(this.#options.clock, askAgainAfter, end).catch(() => undefined) // aborted: the loop sees it
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
