/** One process of controllers on the server under test, with a record of its work. */
import type { Client } from '@kubewright/client'
import type { ReconcileRecord } from '@kubewright/controller/host'
import { silentLogger } from '@kubewright/core'
import { createManager, type Manager, type ManagerOptions } from '@kubewright/manager'

export interface Process extends AsyncDisposable {
  readonly manager: Manager
  readonly records: readonly ReconcileRecord[]
  /** The number of writes sent by its reconciles. */
  readonly writes: number
  /** Resolves after this many reconciles. */
  reconciled(count: number): Promise<void>
}

type Given = Omit<ManagerOptions, 'client' | 'connection' | 'clientOptions' | 'observer'>

/** Resolves once its caches have synced. */
export async function startProcess(client: Client, options: Given): Promise<Process> {
  const records: ReconcileRecord[] = []
  let wake: () => void = () => undefined
  const manager = createManager({
    client,
    name: 'wire',
    log: silentLogger,
    environment: {},
    shutdownTimeout: '5s',
    ...options,
    observer: {
      ended(record) {
        records.push(record)
        wake()
      },
    },
  } as ManagerOptions)
  const running = manager.start()
  await running.started
  return {
    manager,
    records,
    get writes() {
      return records.reduce((sum, { writes }) => sum + writes.sent, 0)
    },
    async reconciled(count) {
      while (records.length < count) await new Promise<void>((resolve) => (wake = resolve))
    },
    [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
  }
}
