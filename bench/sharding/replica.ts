/**
 * The webhosting operator as one process of a fleet that is measured: unsharded, a shard, or only the sharder. The program of
 * the operator itself always is both shard and sharder, and serves a metric of every website, which nobody reads here.
 *
 * Ends with whoever started it. Answers `memory` with what it holds after collecting garbage.
 */
import { loadConfig } from '@kubewright/client'
import { createManager, untilSignal } from '@kubewright/manager'
import { shard } from '@kubewright/sharding'
import { coordinationFor, operatorName, operatorNamespace, operatorWith, readSettings } from 'webhosting-operator'

export type Role = 'alone' | 'leader' | 'shard' | 'sharder' | 'both'

/** What `memory` is answered with, in bytes. */
export interface Memory {
  readonly heapUsed: number
  readonly external: number
  readonly rss: number
}

/** Told once, when it follows everything it needs. */
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
