/** One promise of a queue, in one situation. Needs no test runner: it rejects when the promise is broken. */
import type { Queue } from '../queue.ts'
import type { QueueOptions } from '../queue-options.ts'

/** Makes the queue under test. It must use the clock it is given. */
export type CreateQueue = <Key>(options: QueueOptions<Key>) => Queue<Key>

export interface ContractCase {
  /** The promise of `Queue` this is about. */
  readonly guarantee: string
  /** A sentence about behaviour. */
  readonly name: string
  readonly run: (create: CreateQueue) => Promise<void>
}

/** Cases of one guarantee, told as code. */
export function cases(
  guarantee: string,
  table: Readonly<Record<string, (create: CreateQueue) => void | Promise<void>>>,
): ContractCase[] {
  return Object.entries(table).map(([name, tell]) => ({ guarantee, name, run: async (create) => tell(create) }))
}
