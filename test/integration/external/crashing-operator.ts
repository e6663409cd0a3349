/** An operator that crashes at a chosen request and is restarted. A crashed process has no further effects. */
import type { Controller } from '@kubewright/controller'
import type { Cluster, Run } from '@kubewright/testing'
import type { FakeCloud } from './fake-cloud.ts'
import { Thing } from './things.ts'

export interface Crash {
  /** The target of the request. */
  readonly at: 'cluster' | 'cloud'
  /** The number of the request, counted from 1 over the whole run. */
  readonly moment: number
  /** Whether the crash comes before or after its effect. */
  readonly side: 'before' | 'after'
}

const writes = { verb: ['create', 'update', 'patch', 'apply', 'delete'], kind: Thing } as const
/** More requests than a crashed process tries before the test notices. */
const mostVainRequests = 80

export class CrashingOperator {
  readonly #cluster: Cluster
  readonly #cloud: FakeCloud
  readonly #crash: Crash
  readonly #faults: (Disposable & { readonly hits: number })[] = []
  #run: Run | undefined
  #calls = 0
  #isDown = false
  /** It crashes once. */
  hasCrashed = false

  constructor(cluster: Cluster, cloud: FakeCloud, crash: Crash) {
    this.#cluster = cluster
    this.#cloud = cloud
    this.#crash = crash
    const { at, moment, side } = crash
    if (at === 'cloud') return
    const { faults } = cluster
    this.#faults.push(
      side === 'before'
        ? faults.fail({ ...writes, nth: moment }, 403)
        : faults.dropResponse({ ...writes, nth: moment }),
      ...Array.from({ length: mostVainRequests }, (_, after) =>
        faults.fail({ ...writes, nth: moment + 1 + after }, 403),
      ),
    )
  }

  /** An action of a user, who retries a request that was hit by the crash. */
  async user(act: () => Promise<unknown>): Promise<void> {
    await act().catch(async () => {
      await this.#cleanUp()
      await act().catch(() => undefined) // it had taken effect already
    })
  }

  /** Runs until everything settles, with as many restarts as needed. */
  async settle(make: (cloud: FakeCloud) => Controller): Promise<void> {
    for (;;) {
      this.#run ??= await this.#cluster.run(make(this.#crashingCloud()))
      for (const patience of ['1s', '20s'] as const) {
        if (!this.#hasGoneDown()) await this.#cluster.settle({ patience, within: '20s' })
      }
      if (!this.#hasGoneDown()) return
      await this.#cleanUp()
    }
  }

  async end(): Promise<void> {
    await this.#run?.[Symbol.asyncDispose]()
    this.#run = undefined
    for (const fault of this.#faults.splice(0)) fault[Symbol.dispose]()
  }

  #hasGoneDown(): boolean {
    return this.#isDown || (this.#faults[0] !== undefined && this.#faults[0].hits > 0)
  }

  async #cleanUp(): Promise<void> {
    await this.end()
    this.#isDown = false
    this.hasCrashed = true
  }

  /** The cloud as seen by this process. */
  #crashingCloud(): FakeCloud {
    const { at, moment, side } = this.#crash
    return new Proxy(this.#cloud, {
      get: (cloud, name) => {
        const member = Reflect.get(cloud, name, cloud) as unknown
        if (typeof member !== 'function') return member
        return async (...args: unknown[]) => {
          if (this.#hasGoneDown()) throw new Error('the operator has crashed')
          const isLast = at === 'cloud' && !this.hasCrashed && ++this.#calls === moment
          if (isLast && side === 'before') this.#goDown()
          const result: unknown = await (member as (...all: unknown[]) => Promise<unknown>).apply(cloud, args)
          if (isLast) this.#goDown()
          return result
        }
      },
    })
  }

  #goDown(): never {
    this.#isDown = true
    this.#faults.push(this.#cluster.faults.fail(writes, 403))
    throw new Error('the operator crashes')
  }
}
