/**
 * The guarantees of `Queue` as test cases for any implementation. Each case creates its queue under virtual time, and rejects
 * if the queue breaks the guarantee. It works with any test runner, or without one.
 *
 * @example
 * ```ts
 * import { queueContract } from '@kubewright/queue/contract'
 *
 * const [first] = queueContract
 * await first?.run((options) => new WorkQueue(options))
 * first?.name // => 'hands keys out in the order they came'
 * ```
 */
import { backoff } from './contract/backoff.ts'
import { closing } from './contract/closing.ts'
import type { ContractCase } from './contract/contract-case.ts'
import { deduplication } from './contract/deduplication.ts'
import { delay } from './contract/delay.ts'
import { memory } from './contract/memory.ts'
import { order } from './contract/order.ts'
import { pace } from './contract/pace.ts'
import { randomSchedule } from './contract/random-schedule.ts'
import { view } from './contract/view.ts'

export type { ContractCase, CreateQueue } from './contract/contract-case.ts'

/** The test cases that every implementation of `Queue` must pass. */
export const queueContract: readonly ContractCase[] = [
  ...deduplication,
  ...delay,
  ...backoff,
  ...order,
  ...pace,
  ...closing,
  ...view,
  ...memory,
  ...randomSchedule,
]
