/** Writes the status and leases of simulated nodes, in place of their kubelets. */
import { isAlreadyExists } from '@kubewright/client'
import { again, type Context, type Controller, defineController, done } from '@kubewright/controller'
import { type Duration, refOf } from '@kubewright/core'
import { deepEqual } from '@kubewright/core/json'
import { Lease, Node } from '@kubewright/kubernetes'
import { bearingConflicts } from '../conflicts.ts'
import { lostAnnotation } from '../names.ts'
import { leaseNamespace, leaseOf, leaseSpec } from './node-lease.ts'
import { isSimulated, wellNodeStatus } from './node-object.ts'
import { defaultHeartbeat, type NodeOptions } from './node-options.ts'

export function isLost({ metadata }: Node): boolean {
  return metadata.annotations?.[lostAnnotation] !== undefined
}

export function nodeRegistration(options: NodeOptions): Controller {
  const { heartbeat = defaultHeartbeat } = options
  return defineController({
    name: 'kubelet-nodes',
    for: Node,
    when: 'any-change',
    reconcile: bearingConflicts(async (node, ctx) => {
      if (!isSimulated(node)) return done()
      if (isLost(node)) return fallSilent(node, ctx)
      await postStatus(node, options, ctx)
      await renew(node, heartbeat, ctx)
      return again(heartbeat)
    }),
  })
}

async function postStatus(node: Node, options: NodeOptions, ctx: Context): Promise<void> {
  const status = wellNodeStatus(node, options, ctx.now().getTime())
  const isSame = (Object.keys(status) as (keyof typeof status)[]).every((key) =>
    deepEqual(status[key], node.status?.[key]),
  )
  if (isSame) return
  const metadata = { resourceVersion: node.metadata.resourceVersion! }
  await ctx.client.status.patch(Node, refOf(node), { metadata, status }, { signal: ctx.signal })
  ctx.events.normal('NodeReady', `Node ${node.metadata.name} status is now: NodeReady`)
}

/** The last renewal of a lost node marks the time from which the cluster counts. */
async function fallSilent(node: Node, ctx: Context) {
  const ready = node.status?.conditions?.find(({ type }) => type === 'Ready')
  if (ready?.status === 'True' && !(await hasFallenSilent(node, ctx))) await renew(node, 'last', ctx)
  return done()
}

async function hasFallenSilent({ metadata: { name } }: Node, ctx: Context): Promise<boolean> {
  const lease = ctx.cache.get(Lease, { name, namespace: leaseNamespace })
  return lease?.metadata.annotations?.[lostAnnotation] !== undefined
}

async function renew(node: Node, heartbeat: Duration | 'last', ctx: Context): Promise<void> {
  const { name } = node.metadata
  const { client, signal } = ctx
  const ref = { name, namespace: leaseNamespace }
  const spec = leaseSpec(name, ctx.now().getTime(), heartbeat)
  const annotations = { [lostAnnotation]: heartbeat === 'last' ? 'true' : null }
  if (ctx.cache.get(Lease, ref) !== undefined) {
    await client.patch(Lease, ref, { metadata: { annotations }, spec }, { signal })
    return
  }
  try {
    await client.create(Lease, { metadata: leaseOf(node), spec }, { signal })
  } catch (error) {
    if (!isAlreadyExists(error)) throw error
    await client.patch(Lease, ref, { metadata: { annotations }, spec }, { signal })
  }
}
