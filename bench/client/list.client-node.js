import { AppsV1Api } from '@kubernetes/client-node'
import { report, settledBytes, startMeter } from '../harness/report.js'
import { connect } from './client-node.connect.js'

const api = connect().makeApiClient(AppsV1Api)
const before = settledBytes()
const meter = startMeter()
const list = await api.listDeploymentForAllNamespaces()
const spent = meter.stop()
report({ ...spent, bytesPerObject: (settledBytes() - before) / list.items.length, items: list.items.length })
