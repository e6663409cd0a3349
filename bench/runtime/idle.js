/** The cost of an idle manager with twenty watches, alone or as the leader of its replicas. */
import { defineController, done } from '@kubewright/controller'
import { silentLogger } from '@kubewright/core'
import * as kubernetes from '@kubewright/kubernetes'
import { leader } from '@kubewright/lease'
import { createManager } from '@kubewright/manager'
import { report, startMeter } from '../harness/report.js'
import { connection } from './connect.js'

const [watches, seconds] = process.argv.slice(2, 4).map(Number)
const isLeader = process.argv[4] === 'leader'
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

const names = `ConfigMap CronJob DaemonSet Deployment Endpoints HorizontalPodAutoscaler Ingress Job LimitRange NetworkPolicy
  PersistentVolumeClaim Pod PodDisruptionBudget ReplicaSet Role RoleBinding Secret Service ServiceAccount StatefulSet`
const kinds = names
  .split(/\s+/)
  .slice(0, watches)
  .map((name) => Reflect.get(kubernetes, name))
const controllers = kinds.map((kind) =>
  defineController({ name: kind.plural, for: kind, reconcile: async () => done() }),
)
const manager = createManager({
  connection: connection(),
  controllers,
  log: silentLogger,
  health: { port: 0 },
  metrics: { port: 0 },
  ...(isLeader ? { coordination: leader({ lease: 'bench', namespace: 'default' }) } : {}),
}).start()
await manager.started
await pause(5_000) // compilation and garbage collection after the start are not measured
const meter = startMeter()
await pause(seconds * 1_000)
const { cpuMs } = meter.stop()
report({ cpuMsPerMinute: (cpuMs * 60) / seconds, rssMb: process.memoryUsage.rss() / 2 ** 20 })
await manager[Symbol.asyncDispose]()
