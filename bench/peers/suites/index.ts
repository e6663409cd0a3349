/** All suites, in the order in which they run. */
import type { Suite } from '../suite.ts'
import { compiler } from './compiler.ts'
import { failOver } from './fail-over.ts'
import { idle } from './idle.ts'
import { latency } from './latency.ts'
import { sharded } from './sharded.ts'
import { startUp } from './start-up.ts'
import { sync, syncLarge } from './sync.ts'
import { throughput } from './throughput.ts'

export const suites: readonly Suite[] = [
  throughput,
  latency,
  startUp,
  failOver,
  sync,
  syncLarge,
  idle,
  sharded,
  compiler,
]
