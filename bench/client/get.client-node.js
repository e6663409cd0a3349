import { CoreV1Api } from '@kubernetes/client-node'
import { report, startMeter } from '../harness/report.js'
import { connect } from './client-node.connect.js'

const [calls] = process.argv.slice(2).map(Number)
const api = connect().makeApiClient(CoreV1Api)
const get = () => api.readNamespacedConfigMap({ name: 'settings', namespace: 'default' })

for (let call = 0; call < 20; call++) await get()
const first = await measured(calls)
// The hot code is compiled by now: this is the cost in a program that has run for a minute.
const later = await measured(2 * calls)
report({ ...first, laterMs: later.ms / 2, laterCpuMs: later.cpuMs / 2 })

async function measured(count) {
  const meter = startMeter()
  for (let call = 0; call < count; call++) await get()
  return meter.stop()
}
