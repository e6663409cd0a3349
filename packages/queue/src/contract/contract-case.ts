/** One guarantee of a queue in one situation. Needs no test runner: it rejects when the guarantee is broken. */
import type { Queue } from '../queue.ts'
import type { QueueOptions } from '../queue-options.ts'

/** Creates the queue under test. It must use the given clock. */
export type CreateQueue = <Key>(options: QueueOptions<Key>) => Queue<Key>

/** A test case for one guarantee of `Queue`. `run` rejects if the queue breaks the guarantee. */
export interface ContractCase {
  /** The guarantee of `Queue` under test. */
  readonly guarantee: string
  /** A sentence about behaviour. */
  readonly name: string
  readonly run: (create: CreateQueue) => Promise<void>
}

/** Cases of one guarantee, as functions. */
export function cases(
  guarantee: string,
  table: Readonly<Record<string, (create: CreateQueue) => void | Promise<void>>>,
): ContractCase[] {
  return Object.entries(table).map(([name, tell]) => ({ guarantee, name, run: async (create) => tell(create) }))
}
