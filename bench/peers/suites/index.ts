/** All suites, in the order in which they run. */
import type { Suite } from '../suite.ts'
import { compiler } from './compiler.ts'
import { idle } from './idle.ts'
import { latency } from './latency.ts'
import { startUp } from './start-up.ts'
import { sync } from './sync.ts'
import { throughput } from './throughput.ts'

export const suites: readonly Suite[] = [throughput, latency, startUp, sync, idle, compiler]
