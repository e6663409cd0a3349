import { Deployment } from '@kubewright/kubernetes'
import { report, settledBytes, startMeter } from '../harness/report.js'
import { connect } from './kubewright.connect.js'

const client = connect()
const before = settledBytes()
const meter = startMeter()
const list = await client.list(Deployment)
const spent = meter.stop()
const items = list.items.length
report({ ...spent, bytesPerObject: (settledBytes() - before) / items, items })
await client[Symbol.asyncDispose]()
if (list.items[0].spec === undefined) throw new Error('the list must stay alive until it is measured')
