import { Watch } from '@kubernetes/client-node'
import { report, settledBytes, startMeter } from '../harness/report.js'
import { connect } from './client-node.connect.js'

const [events, plural] = [Number(process.argv[2]), process.argv[3]]
const watch = new Watch(connect())
let seen = 0
let labels = 0
let before
let meter
await new Promise((resolve, reject) => {
  const onEvent = (_type, object) => {
    if (seen === 0) {
      before = settledBytes() // from the first event on: connecting and loading are measured in other rows
      meter = startMeter()
    }
    seen++
    if (object.metadata.labels.tier === 'web') labels++
  }
  const onEnd = (error) => (error && seen < events ? reject(error) : resolve())
  watch.watch(`/apis/web.example.dev/v1/${plural}`, {}, onEvent, onEnd).catch(reject)
})
const spent = meter.stop()
if (seen !== events || labels !== events) throw new Error(`saw ${seen} of ${events} events`)
report({ ...spent, perSecond: (events / spent.ms) * 1_000, heapGrowthMb: (settledBytes() - before) / 2 ** 20 })
process.exit(0)
