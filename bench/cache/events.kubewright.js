import { report } from '../harness/report.js'
import { kinds, startCache } from './kubewright.follow.js'
import { latencies } from './latencies.js'

const wanted = Number(process.argv[2])
const running = startCache()
const heard = latencies(wanted)
// A namespace of its own is empty on the bench server; the events are those of others, which is all the same to the meter.
const source = running.cache.source(kinds.websites, { namespace: 'live', labels: 'live' })
source.subscribe(({ object }) => heard.note(object))
report(await heard.all)
await running[Symbol.asyncDispose]()
