import { ConfigMap } from '@kubewright/kubernetes'
import { report, startMeter } from '../harness/report.js'
import { connect } from './kubewright.connect.js'

const [calls] = process.argv.slice(2).map(Number)
const client = connect()
const get = () => client.get(ConfigMap, { name: 'settings', namespace: 'default' })

for (let call = 0; call < 20; call++) await get()
const meter = startMeter()
for (let call = 0; call < calls; call++) await get()
report(meter.stop())
await client[Symbol.asyncDispose]()
