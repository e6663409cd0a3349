import { report, startMeter } from '../harness/report.js'
import { informerOf } from './client-node.follow.js'

const [watches, seconds] = process.argv.slice(2).map(Number)
for (let at = 0; at < watches; at++) await informerOf('websites', { namespace: `n-${at}` }).start()
const meter = startMeter()
await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
report({ cpuMsPerMinute: (meter.stop().cpuMs * 60) / seconds })
process.exit(0)
