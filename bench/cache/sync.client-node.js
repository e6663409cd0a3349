import { report, settledBytes, startMeter } from '../harness/report.js'
import { informerOf, warmUp } from './client-node.follow.js'
import { watchLoop } from './loop-delay.js'

const [kind] = process.argv.slice(2)
await warmUp()
const informer = informerOf(kind)
const before = settledBytes()
const loop = watchLoop()
const meter = startMeter()
let told = 0
informer.on('add', () => told++)
informer.on('error', (error) => console.error(error))
await informer.start()
const spent = meter.stop()
const longestMs = await loop.longestMs()
const bytes = settledBytes() - before
const items = informer.list().length
report({ ...spent, longestMs, bytes, bytesPerObject: bytes / items, items: told })
process.exit(0)
