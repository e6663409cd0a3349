/** A stack on a cluster, with the actions of tests. */
import type { Duration } from '@kubewright/core'
import { Deployment, Pod } from '@kubewright/kubernetes'
import { Event } from '@kubewright/kubernetes/events/v1'
import { protocolOf } from '@kubewright/protocol'
import { followProtocol, type Observation, type Deviation } from '@kubewright/protocol/conformance'
import { componentLabel, stackController } from '@kubewright/stack'
import { type ClusterOptions, startCluster } from '@kubewright/testing'
import { type IotSnap, IotSnap as IotSnapKind, iotSnap, type Name, names, namespace, needs, root } from './iot-snap.ts'

export const protocol = protocolOf(needs)
export type GlobalState = ReturnType<typeof protocol.state>
export const allUp = protocol.state(Object.fromEntries(names.map((name) => [name, 'running'])) as never)

/** A generous limit in real time, because the machine is shared; virtual time is not affected. */
export const within = '60s'

/** The simulated parts that a stack depends on: a full simulation takes several times as long to start. */
const parts = [
  'deployments',
  'replica-sets',
  'jobs',
  'pods',
  'nodes',
  'scheduler',
  'garbage-collection',
  'volumes',
] as const

/** The whole lifecycle of a stack takes a while on a shared machine. */
export const long = { timeout: 120_000 }

export async function startStack(
  spec: Record<string, unknown> = {},
  controller = stackController(iotSnap),
  /** Rare heartbeats and long-lived watches make days of virtual time pass quickly. */
  pace: Pick<ClusterOptions, 'watches'> & { readonly heartbeat?: Duration } = {},
) {
  const { heartbeat = '10s', watches = 'renewed' } = pace
  const cluster = await startCluster({
    resources: [IotSnapKind],
    watches,
    simulation: {
      parts,
      nodes: { heartbeat },
      pods: { behaviour: (_, { image }) => (image?.endsWith(':broken') ? 'image-missing' : undefined) },
    },
  })
  let running = await cluster.run(controller)
  const rest = () => cluster.settle({ within })
  await cluster.client.create(IotSnapKind, { metadata: root, spec: spec as never })
  await rest()
  return {
    cluster,
    get running() {
      return running
    },
    rest,
    client: cluster.client,
    object: () => cluster.client.get(IotSnapKind, root) as Promise<IotSnap>,
    deployment: (name: Name) => cluster.client.get(Deployment, { name: `root-${name}`, namespace }),
    /** Makes the pods of components fail. */
    async crash(...crashed: Name[]) {
      for (const name of crashed) {
        const { items } = await cluster.client.list(Pod, { namespace, labels: { [componentLabel]: name } })
        for (const pod of items) await cluster.simulation!.pods.fail({ name: pod.metadata.name, namespace }, 'crashes')
      }
    },
    /** Advances virtual time and waits until everything is idle. */
    async wait(duration: Parameters<typeof cluster.advance>[0]) {
      await cluster.advance(duration)
      await rest()
    },
    /** Crashes the operator. */
    kill: () => running[Symbol.asyncDispose](),
    /** Crashes the operator and starts another one. */
    async restart() {
      await running[Symbol.asyncDispose]()
      running = await cluster.run(controller)
      await rest()
    },
    async events() {
      const { items } = await cluster.client.list(Event, { namespace })
      const related = items.filter(({ regarding }) => regarding?.kind === 'IotSnap')
      return related.map(({ reason, note }) => `${reason}: ${note}`)
    },
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]()
      await cluster[Symbol.asyncDispose]()
    },
  }
}

export type RunningStack = Awaited<ReturnType<typeof startStack>>

/** Records the changes of a stack's Deployments from the watch alone, independent of the operator's status. */
export async function record({ cluster }: RunningStack, from: GlobalState) {
  const controller = new AbortController()
  const observations: Observation<GlobalState>[] = []
  const operations: string[] = []
  let state: Record<string, string> = { ...from }
  const { items, metadata } = await cluster.client.list(Deployment, { namespace })
  void items
  const { resourceVersion } = metadata
  const ended = (async () => {
    for await (const event of cluster.client.watch(Deployment, {
      namespace,
      resourceVersion,
      signal: controller.signal,
    } as never)) {
      if (event.type === 'BOOKMARK') continue
      const deployment = event.object as Deployment
      const name = deployment.metadata.labels?.[componentLabel]
      if (name === undefined) continue
      const previous = state[name]
      const ready = (deployment.status?.readyReplicas ?? 0) >= (deployment.spec.replicas ?? 1)
      if (event.type === 'DELETED') {
        state = { ...state, [name]: 'unavailable' }
        operations.push(`${name}.delete`)
        observations.push({ by: 'operator', state: state as GlobalState, what: `delete ${name}` })
      } else if (event.type === 'ADDED') {
        operations.push(`${name}.run`)
        observations.push({
          by: 'operator',
          state: state as GlobalState,
          begins: [`${name}.run`],
          what: `create ${name}`,
        })
      } else {
        const next = ready ? 'running' : previous === 'running' ? 'crashed' : previous!
        if (next === previous) continue
        state = { ...state, [name]: next }
        observations.push({ by: 'environment', state: state as GlobalState, what: `${name} is ${next}` })
      }
    }
  })().catch((error: unknown) => {
    if (!controller.signal.aborted) throw error
  })
  return {
    operations,
    deviations: (): readonly Deviation[] =>
      followProtocol(protocol, observations as never, { from, goal: allUp, steps: 'planned' } as never),
    async [Symbol.asyncDispose]() {
      controller.abort()
      await ended
    },
  }
}
