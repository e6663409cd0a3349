/** A manager whose controller notes when it begins to reconcile each numbered change, while another process makes them. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { defineController, done } from '@kubewright/controller'
import { silentLogger } from '@kubewright/core'
import { ConfigMap } from '@kubewright/kubernetes'
import { createManager } from '@kubewright/manager'
import { report } from '../harness/report.js'
import { connection } from './connect.js'

const [first, end] = process.argv.slice(2, 4)
const begunAt = new Map()
let resolve
const all = new Promise((settle) => (resolve = settle))
const settings = defineController({
  name: 'settings',
  for: ConfigMap,
  async reconcile({ metadata }) {
    const number = metadata.annotations?.['bench/number']
    if (number !== undefined) begunAt.set(Number(number), performance.timeOrigin + performance.now())
    if (number === String(end - 1)) resolve()
    return done()
  },
})
const manager = createManager({ connection: connection(), controllers: [settings], log: silentLogger }).start()
await manager.started
fork(fileURLToPath(new URL('./write.js', import.meta.url)), [first, end])
await all
report([...begunAt])
await manager[Symbol.asyncDispose]()
