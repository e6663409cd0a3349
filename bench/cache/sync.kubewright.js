import { report, settledBytes, startMeter } from '../harness/report.js'
import { kinds, startCache, warmUp } from './kubewright.follow.js'
import { watchLoop } from './loop-delay.js'

const [kind, holds] = process.argv.slice(2)
const running = startCache()
await warmUp(running.cache)
const before = settledBytes()
const loop = watchLoop()
const meter = startMeter()
let told = 0
const source = running.cache.source(kinds[kind], {}, { holds })
source.subscribe(() => told++)
await source.synced()
while (told < source.size) await new Promise((resolve) => setImmediate(resolve))
const spent = meter.stop()
const longestMs = await loop.longestMs()
const bytes = settledBytes() - before
report({
  ...spent,
  longestMs,
  bytes,
  bytesPerObject: bytes / source.size,
  items: source.size,
  estimate: source.estimatedBytes,
})
await running[Symbol.asyncDispose]()
