/** What a request costs: processor time and memory. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export interface Cost {
  /** Of this process, all threads. Time on the wall says nothing on a busy machine. */
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

/** What is still held once everything that can go is gone. */
export function heldBytes(): number {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  collect()
  collect()
  return heapBytes()
}
