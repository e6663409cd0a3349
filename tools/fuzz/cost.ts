/** The CPU time and memory of a request. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export interface Cost {
  /** CPU time of this process, all threads. Wall-clock time is meaningless on a busy machine. */
  readonly cpuMs: number
  readonly heapBytes: number
}

export async function measure<Value>(work: () => Promise<Value>): Promise<readonly [Value, Cost]> {
  const before = process.cpuUsage()
  const value = await work()
  const { user, system } = process.cpuUsage(before)
  return [value, { cpuMs: (user + system) / 1_000, heapBytes: heapBytes() }]
}

export function heapBytes(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

let collect: (() => void) | undefined

/** The heap in use after a full garbage collection. */
export function heldBytes(): number {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  collect()
  collect()
  return heapBytes()
}
