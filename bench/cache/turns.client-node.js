import { report } from '../harness/report.js'
import { informerOf, warmUp } from './client-node.follow.js'
import { watchTurns } from './loop-delay.js'

const [kind] = process.argv.slice(2)
await warmUp()
const informer = informerOf(kind)
const turns = watchTurns()
await informer.start()
report({ longestMs: await turns.longestMs() })
process.exit(0)
