import { report } from '../harness/report.js'
import { kinds, startCache, warmUp } from './kubewright.follow.js'
import { watchTurns } from './loop-delay.js'

const [kind] = process.argv.slice(2)
const running = startCache()
await warmUp(running.cache)
const turns = watchTurns()
let told = 0
const source = running.cache.source(kinds[kind])
source.subscribe(() => told++)
await source.synced()
while (told < source.size) await new Promise((resolve) => setImmediate(resolve))
report({ longestMs: await turns.longestMs() })
await running[Symbol.asyncDispose]()
