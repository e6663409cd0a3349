/** DaemonSets: one pod on every eligible node. */
import { again, changed, type Context, defineController, done, type Outcome, watch } from '@kubewright/controller'
import { ControllerRevision, DaemonSet, Node, Pod } from '@kubewright/kubernetes'
import { bearingConflicts } from '../../conflicts.ts'
import { revisionHashLabel } from '../../names.ts'
import type { Part } from '../../part.ts'
import { claimPods, heldPods, onFreePods, podsByController, selectsEverything } from '../controlled-pods.ts'
import { createPod, deletePod, isNamespaceGoing } from '../pod-control.ts'
import { isFinished, isGoing, untilNextAvailable } from '../pod-state.ts'
import {
  claimRevisions,
  currentRevision,
  forgetRevisions,
  onFreeRevisions,
  revisionsByController,
} from '../revisions/controller-revisions.ts'
import { slowStart } from '../slow-start.ts'
import { latest, writeStatus } from '../write-status.ts'
import { daemonPod, nodeOf } from './daemon-pod.ts'
import { type DaemonSetPlan, type DaemonSituation, planDaemonSet } from './daemon-set-plan.ts'
import { daemonSetStatus } from './daemon-set-status.ts'

export function daemonSets(): Part {
  return { name: 'daemon-sets', reporter: 'daemonset-controller', controllers: [controller] }
}

const controller = defineController({
  name: 'daemon-sets',
  for: DaemonSet,
  seesDeletion: true,
  concurrency: 5,
  owns: [Pod, ControllerRevision],
  indexes: [podsByController, revisionsByController],
  watches: [
    onFreePods(DaemonSet),
    onFreeRevisions(DaemonSet),
    watch(Node, {
      when: changed(({ metadata, spec }) => [metadata.labels, spec?.taints, spec?.unschedulable]),
      requests: (_, { all }) => all(DaemonSet),
    }),
  ],
  reconcile: bearingConflicts(reconcile),
})

async function reconcile(set: DaemonSet, ctx: Context): Promise<Outcome> {
  if (selectsEverything(set)) return refuse(ctx)
  await claimRevisions(set, DaemonSet, ctx)
  await claimPods(set, DaemonSet, ctx)
  const hash = await hashOf(set, ctx)
  const plan = isGoing(set) ? nothing : planDaemonSet(set, situationOf(set, ctx, hash))
  const failure = await carryOut(set, plan, { ctx, hash })
  const after = situationOf(set, ctx, hash)
  await writeStatus(ctx, DaemonSet, set, daemonSetStatus(latest(ctx, DaemonSet, set), after))
  if (failure !== undefined && !isNamespaceGoing(failure)) throw failure
  const used = new Set([hash, ...after.pods.map(({ metadata }) => metadata.labels?.[revisionHashLabel])])
  await forgetRevisions(set, ctx, ({ metadata }) => used.has(metadata.labels?.[revisionHashLabel]))
  if (plan.create.length + plan.remove.length > 0) return again(0)
  const waitMs = untilNextAvailable(after.pods, set.spec.minReadySeconds ?? 0, after.now)
  return waitMs === undefined ? done() : again(waitMs)
}

const nothing: DaemonSetPlan = { create: [], remove: [] }

function refuse({ events }: Context): Outcome {
  events.warning('SelectingAll', 'This daemon set is selecting all pods. A non-empty selector is required.')
  return done()
}

/** The current situation, including objects just written. */
function situationOf(set: DaemonSet, ctx: Context, hash: string): DaemonSituation {
  return { nodes: ctx.cache.list(Node), pods: heldPods(set, ctx), hash, now: +ctx.now() }
}

async function hashOf(set: DaemonSet, ctx: Context): Promise<string> {
  const live = latest(ctx, DaemonSet, set)
  const collides = async () => {
    const collisionCount = (live.status?.collisionCount ?? 0) + 1
    await writeStatus(ctx, DaemonSet, live, { ...live.status, collisionCount })
  }
  const { metadata } = await currentRevision(live, ctx, { hashLabel: revisionHashLabel, collides })
  return metadata.labels?.[revisionHashLabel] ?? ''
}

/** Resolves to the failure, if any. */
async function carryOut(
  set: DaemonSet,
  { create, remove }: DaemonSetPlan,
  { ctx, hash }: { readonly ctx: Context; readonly hash: string },
): Promise<unknown> {
  for (const pod of remove) {
    if (isFinished(pod)) tellEnded(pod, ctx)
    await deletePod(ctx, pod)
  }
  const { failure } = await slowStart(create.length, (place) => createPod(ctx, daemonPod(set, create[place]!, hash)))
  return failure
}

function tellEnded(pod: Pod, { events }: Context): void {
  const { namespace, name } = pod.metadata
  const what = `daemon pod ${namespace}/${name} on node ${nodeOf(pod)}`
  if (pod.status?.phase === 'Failed') events.warning('FailedDaemonPod', `Found failed ${what}, will try to kill it`)
  else events.normal('SucceededDaemonPod', `Found succeeded ${what}, will try to delete it`)
}
