/** Marks nodes without heartbeats as unknown, and evicts pods from them. */
import { ignoreNotFound } from '@kubewright/client'
import { again, changed, type Context, type Controller, defineController, done, watch } from '@kubewright/controller'
import { type Condition, refOf, setCondition } from '@kubewright/core'
import { Lease, Node, Pod } from '@kubewright/kubernetes'
import { bearingConflicts } from '../conflicts.ts'
import { podsByNode } from '../pods/pods-by-node.ts'
import { judgeNode } from './node-health.ts'
import { leaseNamespace } from './node-lease.ts'
import { evictionTime } from './toleration.ts'

export function nodeHealth(): Controller {
  return defineController({
    name: 'node-lifecycle',
    for: Node,
    when: 'any-change',
    indexes: [podsByNode],
    watches: [
      watch(Lease, {
        // The timer detects missing renewals; only a new lease or another duration matters here.
        when: changed(({ spec }) => spec?.leaseDurationSeconds),
        requests: ({ metadata: { name, namespace } }) => (namespace === leaseNamespace ? [{ name }] : []),
      }),
    ],
    reconcile: bearingConflicts(async (node, ctx) => {
      const lease = ctx.cache.get(Lease, { name: node.metadata.name, namespace: leaseNamespace })
      const health = judgeNode(node, lease, ctx.now().getTime())
      const { resourceVersion } = node.metadata
      if (health.conditions !== undefined) {
        // Before the status, so that it is repeated after a conflict on a pod.
        await markPods(node, ctx)
        const status = { conditions: health.conditions }
        const written = { metadata: { resourceVersion: resourceVersion! }, status }
        await ctx.client.status.patch(Node, refOf(node), written, { signal: ctx.signal })
        ctx.events.normal('NodeNotReady', `Node ${node.metadata.name} status is now: NodeNotReady`)
      }
      if (health.taints !== undefined) {
        // Without a resource version: the status patch above has changed it.
        const taints = [...health.taints]
        await ctx.client.patch(Node, refOf(node), { spec: { taints } }, { signal: ctx.signal })
      }
      return health.againMs === undefined ? done() : again(health.againMs)
    }),
  })
}

/** Pods on an unreachable node are not ready, so that they get no traffic. */
async function markPods({ metadata: { name } }: Node, ctx: Context): Promise<void> {
  for (const pod of ctx.cache.find(podsByNode, name)) {
    const conditions = pod.status?.conditions ?? []
    const ready = conditions.find(({ type }) => type === 'Ready')
    if (ready?.status !== 'True') continue
    const change = { type: 'Ready', status: 'False', reason: 'NodeNotReady', message: 'Node is not ready' } as const
    const now = ctx.now().getTime()
    const status = { conditions: setCondition(conditions as readonly Condition[], change, now) }
    const written = { metadata: { resourceVersion: pod.metadata.resourceVersion! }, status }
    await ctx.client.status.patch(Pod, refOf(pod), written, { signal: ctx.signal }).catch(ignoreNotFound)
  }
}

/** How long pods may refer to a missing node before they are deleted. */
const orphanedMs = 40_000

export function podEviction(): Controller {
  return defineController({
    name: 'taint-eviction',
    for: Pod,
    indexes: [podsByNode],
    watches: [
      watch(Node, {
        when: changed(({ spec }) => spec?.taints),
        requests: ({ metadata: { name } }, { find }) => find(podsByNode, name),
      }),
    ],
    seesDeletion: true,
    reconcile: bearingConflicts(async (pod, ctx) => {
      const { nodeName } = pod.spec
      if (nodeName === undefined) return done()
      const node = ctx.cache.get(Node, { name: nodeName })
      if (node === undefined) return collectOrphan(pod, ctx)
      if (pod.metadata.deletionTimestamp !== undefined) return done()
      const now = ctx.now().getTime()
      const due = evictionTime(node.spec?.taints ?? [], pod.spec.tolerations ?? [], now)
      if (due === undefined) return done()
      if (due > now) return again(due - now)
      await evict(pod, ctx)
      return done()
    }),
  })
}

async function evict(pod: Pod, ctx: Context): Promise<void> {
  const { namespace, name, uid } = pod.metadata
  const target = {
    type: 'DisruptionTarget',
    status: 'True',
    reason: 'DeletionByTaintManager',
    message: 'Taint manager: deleting due to NoExecute taint',
  } as const
  const conditions = setCondition((pod.status?.conditions ?? []) as readonly Condition[], target, ctx.now().getTime())
  const written = { metadata: { resourceVersion: pod.metadata.resourceVersion! }, status: { conditions } }
  ctx.events.normal('TaintManagerEviction', `Marking for deletion Pod ${namespace}/${name}`)
  await ctx.client.status.patch(Pod, refOf(pod), written, { signal: ctx.signal }).catch(ignoreNotFound)
  const how = { preconditions: { uid }, signal: ctx.signal }
  await ctx.client.delete(Pod, refOf(pod), how).catch(ignoreNotFound)
}

/** The time at which a node disappeared is not recorded, so the delay starts when it is first found missing. */
async function collectOrphan(pod: Pod, ctx: Context) {
  const waited = ctx.reasons.some(({ type }) => type === 'again')
  if (!waited) return again(orphanedMs)
  const how = { gracePeriodSeconds: 0, preconditions: { uid: pod.metadata.uid }, signal: ctx.signal }
  await ctx.client.delete(Pod, refOf(pod), how).catch(ignoreNotFound)
  return done()
}
