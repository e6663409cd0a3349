/** The health of the manager, for the health checks of a Nest application. */
import { Inject, Injectable } from '@nestjs/common'
import type { Manager } from '@kubewright/manager'
import { KUBEWRIGHT_MANAGER } from './manager-token.ts'

/** The manager's readiness checks, in the format of Nest health libraries. */
export class KubewrightHealthIndicator {
  readonly #manager: Manager

  constructor(manager: Manager) {
    this.#manager = manager
  }

  /** `{ kubewright: { status: 'up' } }`, or `down` with the failing checks. */
  async check(
    key = 'kubewright',
  ): Promise<Record<string, { readonly status: 'up' | 'down'; readonly [check: string]: unknown }>> {
    const results = await this.#manager.checks.ready.run()
    const failed = results.filter(({ isWell }) => !isWell)
    const details = Object.fromEntries(failed.map(({ name, why }) => [name, why]))
    return { [key]: { status: failed.length === 0 ? 'up' : 'down', ...details } }
  }
}

Injectable()(KubewrightHealthIndicator)
Inject(KUBEWRIGHT_MANAGER)(KubewrightHealthIndicator, undefined, 0)
