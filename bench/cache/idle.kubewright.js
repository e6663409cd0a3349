import { report, startMeter } from '../harness/report.js'
import { kinds, startCache } from './kubewright.follow.js'

const [watches, seconds] = process.argv.slice(2).map(Number)
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const running = startCache()
const sources = Array.from({ length: watches }, (_, at) =>
  running.cache.source(kinds.websites, { namespace: `n-${at}` }),
)
await Promise.all(sources.map((source) => source.synced()))
await pause(5_000) // compilation and garbage collection after the start are not measured
const meter = startMeter()
await pause(seconds * 1_000)
report({ cpuMsPerMinute: (meter.stop().cpuMs * 60) / seconds })
await running[Symbol.asyncDispose]()
