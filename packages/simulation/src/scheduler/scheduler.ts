/** Binds pods to nodes. */
import { ignoreNotFound, isNotFound } from '@kubewright/client'
import { changed, type Context, defineController, done, watch } from '@kubewright/controller'
import { type Condition, refOf, setCondition } from '@kubewright/core'
import { Node, Pod } from '@kubewright/kubernetes'
import { bearingConflicts } from '../conflicts.ts'
import type { Part } from '../part.ts'
import { podsByNode, unplaced } from '../pods/pods-by-node.ts'
import { type NodeLoad, placePod } from './place-pod.ts'
import { requestsOf, sum } from './resource-amounts.ts'

const schedulerName = 'default-scheduler'

export function scheduler(): Part {
  const assumed: Assumed = new Map()
  const controller = defineController({
    name: 'scheduler',
    for: Pod,
    when: (next, previous) =>
      isOurs(next) && (previous === undefined || next.metadata.generation !== previous.metadata.generation),
    indexes: [podsByNode],
    watches: [
      watch(Node, {
        when: changed(({ metadata, spec, status }) => [metadata.labels, spec, status?.allocatable]),
        requests: (_, { find }) => find(podsByNode, unplaced),
      }),
      // A pod that finishes or is deleted frees resources.
      watch(Pod, {
        when: (next, previous) => isOver(next) && previous !== undefined && !isOver(previous),
        requests: ({ spec }, { find }) => (spec.nodeName === undefined ? [] : find(podsByNode, unplaced)),
      }),
    ],
    reconcile: bearingConflicts(async (pod, ctx) => {
      if (!isOurs(pod)) return done()
      const placement = placePod(pod, loadsOf(ctx, assumed))
      if ('node' in placement) await bind(pod, placement.node, ctx, assumed)
      else await refuse(pod, placement.message, ctx)
      return done()
    }),
  })
  return { name: 'scheduler', reporter: schedulerName, controllers: [controller] }
}

/** Bound pods, by uid, until the cache shows the binding: its response does not contain the pod. */
type Assumed = Map<string, { readonly pod: Pod; readonly node: string }>

function isOurs({ metadata, spec, status }: Pod): boolean {
  const isFree = spec.nodeName === undefined || spec.nodeName === ''
  const isGated = (spec.schedulingGates ?? []).length > 0
  const isTheirs = (spec.schedulerName ?? schedulerName) !== schedulerName
  return isFree && !isGated && !isTheirs && metadata.deletionTimestamp === undefined && !isOver({ status })
}

function isOver({ status }: Pick<Pod, 'status'>): boolean {
  return status?.phase === 'Succeeded' || status?.phase === 'Failed'
}

function loadsOf(ctx: Context, assumed: Assumed): readonly NodeLoad[] {
  for (const [uid, { pod }] of assumed) {
    const known = ctx.cache.get(Pod, refOf(pod))
    if (known?.metadata.uid !== uid || known.spec.nodeName !== undefined) assumed.delete(uid)
  }
  const pending = [...assumed.values()]
  return ctx.cache.list(Node).map((node) => {
    const { name } = node.metadata
    const bound = ctx.cache.find(podsByNode, name).filter((pod) => !isOver(pod))
    const all = [...bound, ...pending.filter((one) => one.node === name).map(({ pod }) => pod)]
    return { node, used: sum(all.map(requestsOf)), pods: all.length }
  })
}

async function bind(pod: Pod, node: string, ctx: Context, assumed: Assumed): Promise<void> {
  const { name, namespace, uid } = pod.metadata
  const binding = {
    metadata: { name, namespace: namespace!, uid },
    target: { apiVersion: 'v1', kind: 'Node', name: node },
  }
  assumed.set(uid, { pod, node })
  try {
    await ctx.client.subresource(Pod, 'binding').create(refOf(pod), binding, { signal: ctx.signal })
  } catch (error) {
    assumed.delete(uid)
    if (isNotFound(error)) return
    throw error
  }
  ctx.events.normal('Scheduled', `Successfully assigned ${namespace}/${name} to ${node}`, { action: 'Binding' })
}

async function refuse(pod: Pod, message: string, ctx: Context): Promise<void> {
  const change = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message } as const
  const before = (pod.status?.conditions ?? []) as readonly Condition[]
  const observedGeneration = pod.metadata.generation
  const conditions = setCondition(before, { ...change, observedGeneration }, ctx.now().getTime())
  ctx.events.warning('FailedScheduling', message, { action: 'Scheduling' })
  if (conditions === before) return
  const patch = { metadata: { resourceVersion: pod.metadata.resourceVersion! }, status: { conditions } }
  await ctx.client.status.patch(Pod, refOf(pod), patch, { signal: ctx.signal }).catch(ignoreNotFound)
}
