import { ConfigMap } from '@kubewright/kubernetes'
import { report, startMeter } from '../harness/report.js'
import { connect } from './kubewright.connect.js'

const [calls] = process.argv.slice(2).map(Number)
const client = connect()
const get = () => client.get(ConfigMap, { name: 'settings', namespace: 'default' })

for (let call = 0; call < 20; call++) await get()
const first = await measured(calls)
// The hot code is compiled by now: this is the cost in a program that has run for a minute.
const later = await measured(2 * calls)
report({ ...first, laterMs: later.ms / 2, laterCpuMs: later.cpuMs / 2 })
await client[Symbol.asyncDispose]()

async function measured(count) {
  const meter = startMeter()
  for (let call = 0; call < count; call++) await get()
  return meter.stop()
}
