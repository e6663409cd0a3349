/**
 * The webhosting operator as one measured process of a fleet: unsharded, a shard, or only the sharder. The operator's own
 * program is always both shard and sharder, and serves metrics of every website, which are not needed here.
 *
 * Ends with its parent. Answers `memory` with its heap after a garbage collection.
 */
import { loadConfig } from '@kubewright/client'
import { createManager, untilSignal } from '@kubewright/manager'
import { shard } from '@kubewright/sharding'
import { coordinationFor, operatorName, operatorNamespace, operatorWith, readSettings } from 'webhosting-operator'

export type Role = 'alone' | 'leader' | 'shard' | 'sharder' | 'both'

/** The answer to `memory`, in bytes. */
export interface Memory {
  readonly heapUsed: number
  readonly external: number
  readonly rss: number
}

/** Sent once, when its caches have synced. */
export interface Serving {
  readonly metricsUrl: string
}

const [role, ...argv] = process.argv.slice(2) as [Role, ...string[]]
const settings = readSettings(argv, {})
const identity = settings.manager.identity ?? 'replica'
const coordination =
  role === 'alone' || role === 'leader'
    ? coordinationFor(role, identity)
    : shard({ ring: operatorName, namespace: operatorNamespace, identity, mode: role, reserveFor: '1m' })
const { resources: _, namespace: _2, ...operator } = operatorWith({ ...settings, coordination: 'alone' })
const connection = await loadConfig()
const manager = createManager({ ...operator, connection, coordination, flags: settings.manager })
const running = manager.start()
process.on('disconnect', () => process.exit(0))
process.on('message', () => {
  for (let round = 0; round < 3; round++) globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  process.send!({ heapUsed, external, rss } satisfies Memory)
})
await running.started
process.send!({ metricsUrl: manager.endpoints.metrics! } satisfies Serving)
const stopped = untilSignal('SIGTERM', 'SIGINT')
stopped.addEventListener('abort', () => void running[Symbol.asyncDispose](), { once: true })
await running.ended
process.disconnect()
