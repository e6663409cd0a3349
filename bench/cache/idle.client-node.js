import { report, startMeter } from '../harness/report.js'
import { informerOf } from './client-node.follow.js'

const [watches, seconds] = process.argv.slice(2).map(Number)
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
for (let at = 0; at < watches; at++) await informerOf('websites', { namespace: `n-${at}` }).start()
await pause(5_000) // compilation and garbage collection after the start are not measured
const meter = startMeter()
await pause(seconds * 1_000)
report({ cpuMsPerMinute: (meter.stop().cpuMs * 60) / seconds })
process.exit(0)
