/** Many stacks in one operator: deployment time, reconcile rate, and memory per stack. */
import { type Cluster, startCluster } from '@kubewright/testing'
import { IotSnapRoot, operatorWith, sidecars } from 'iotsnap-root-operator'
import { componentTypes, prepareComponent } from 'iotsnap-root-operator/testing'
import { Namespace } from 'kubewright'

const within = '10m'
/** The simulated parts that Deployments need to become ready. */
const parts = ['deployments', 'replica-sets', 'pods', 'nodes', 'scheduler', 'garbage-collection', 'volumes'] as const

/** Everything runs in this process: the API server, the simulated cluster and the operator. */
export async function measureMany(stacks: number): Promise<string> {
  const { resources, controllers } = operatorWith()
  let started: Cluster | undefined
  await using cluster = await startCluster({
    resources,
    simulation: { parts, nodes: { heartbeat: '1h' } },
    webhooks: sidecars(() => started!.client),
    server: { servicePrefix: 16 },
  })
  started = cluster
  const names = Array.from({ length: stacks }, (_, at) => `iot-${at}`)
  for (const name of names) {
    await cluster.client.create(Namespace, { metadata: { name } })
    for (const type of componentTypes) await prepareComponent(cluster.client, type, { namespace: name })
  }
  await cluster.settle({ within })
  const deployed = await deploy(cluster, names, controllers)
  const at = await restart(cluster, names, controllers)
  const perSecond = (count: number, seconds: number) => Math.round(count / seconds).toLocaleString('en')
  return [
    '',
    `| ${stacks} stacks in one operator | measured |`,
    '|---|---:|',
    `| deployment: reconciles per stack | ${(deployed.reconciles / stacks).toFixed(1)} |`,
    `| deployment: writes per stack | ${(deployed.writes / stacks).toFixed(1)} |`,
    `| deployment: reconciles/s of processor time, server and ${stacks * 7} pods included | ${perSecond(deployed.reconciles, deployed.seconds)} |`,
    `| at rest: reconciles/s of processor time, when every stack is reconciled again | ${perSecond(at.reconciles, at.seconds)} |`,
    `| at rest: writes in those ${at.reconciles.toLocaleString('en')} reconciles | ${at.writes} |`,
    `| memory per stack, caches of all its objects included | ${(at.bytes / stacks / 1024).toFixed(0)} KiB |`,
  ].join('\n')
}

type Controllers = ReturnType<typeof operatorWith>['controllers']

async function deploy(cluster: Cluster, names: readonly string[], controllers: Controllers) {
  await using running = await cluster.run(...controllers)
  const used = process.cpuUsage()
  // In batches: all at once are more than a busy machine can process between two ticks of virtual time.
  for (const [at, namespace] of names.entries()) {
    await cluster.client.create(IotSnapRoot, { metadata: { name: 'root', namespace }, spec: {} })
    if (at % batch === batch - 1) await cluster.settle({ within })
  }
  await cluster.settle({ within })
  for (let rounds = 0; !(await areRunning(cluster, names)); rounds++) {
    if (rounds === mostRounds) throw new Error(`not every stack runs after ${mostRounds / 2} minutes`)
    await cluster.advance('30s')
    await cluster.settle({ within })
  }
  return { reconciles: running.reconciles, writes: running.writes.sent, seconds: secondsSince(used) }
}

async function areRunning({ client }: Cluster, names: readonly string[]): Promise<boolean> {
  for (const namespace of names) {
    const { status } = await client.get(IotSnapRoot, { name: 'root', namespace })
    if (status?.phase !== 'Running') return false
  }
  return true
}

const batch = 2
const mostRounds = 60
const rounds = 10

/** An operator that finds everything in the desired state: its memory is the cost of watching stacks. */
async function restart(cluster: Cluster, names: readonly string[], controllers: Controllers) {
  const touch = async (round: number) => {
    for (const namespace of names) {
      const annotations = { 'bench.example.dev/round': String(round) }
      await cluster.client.patch(IotSnapRoot, { name: 'root', namespace }, { metadata: { annotations } })
    }
    await cluster.settle({ within })
  }
  const alone = process.cpuUsage()
  for (let round = 0; round < rounds; round++) await touch(round)
  const withoutOperator = secondsSince(alone)
  const before = heapBytes()
  await using running = await cluster.run(...controllers)
  await cluster.settle({ within })
  const bytes = heapBytes() - before
  const [used, reconciles] = [process.cpuUsage(), running.reconciles]
  for (let round = 0; round < rounds; round++) await touch(rounds + round)
  return {
    bytes,
    reconciles: running.reconciles - reconciles,
    writes: running.writes.sent,
    seconds: secondsSince(used) - withoutOperator,
  }
}

function secondsSince(used: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(used)
  return (user + system) / 1_000_000
}

function heapBytes(): number {
  for (let round = 0; round < 3; round++) globalThis.gc?.()
  return process.memoryUsage().heapUsed
}
