import { report } from '../harness/report.js'
import { informerOf } from './client-node.follow.js'
import { latencies } from './latencies.js'

const wanted = Number(process.argv[2])
const informer = informerOf('websites', { namespace: 'live', labelSelector: 'live' })
const heard = latencies(wanted)
informer.on('change', (object) => heard.note(object))
await informer.start()
report(await heard.all)
process.exit(0)
