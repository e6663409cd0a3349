import { CoreV1Api } from '@kubernetes/client-node'
import { report, startMeter } from '../harness/report.js'
import { connect } from './client-node.connect.js'

const [calls] = process.argv.slice(2).map(Number)
const api = connect().makeApiClient(CoreV1Api)
const get = () => api.readNamespacedConfigMap({ name: 'settings', namespace: 'default' })

for (let call = 0; call < 20; call++) await get()
const meter = startMeter()
for (let call = 0; call < calls; call++) await get()
report(meter.stop())
