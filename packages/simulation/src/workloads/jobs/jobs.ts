/** Jobs: run pods to completion, and count them. */
import { again, type Context, defineController, done, type Outcome } from '@kubewright/controller'
import { Job, Pod } from '@kubewright/kubernetes'
import { bearingConflicts } from '../../conflicts.ts'
import type { Part } from '../../part.ts'
import { claimPods, heldPods, onFreePods, podsByController } from '../controlled-pods.ts'
import { createPod, deletePod, isNamespaceGoing } from '../pod-control.ts'
import { slowStart } from '../slow-start.ts'
import { latest, writeStatus } from '../write-status.ts'
import { jobOrphans } from './job-orphans.ts'
import { jobPod } from './job-pod.ts'
import { isTracked } from './job-pods.ts'
import { type JobPlan, planJob } from './job-plan.ts'
import { conditionOf, endingOf } from './job-state.ts'
import { jobStatus } from './job-status.ts'
import { limitsPerIndex } from './index-failures.ts'
import { isToBeCounted, settledPods, type Tally, tally, tallyStatus } from './job-tally.ts'
import { jobTtl } from './job-ttl.ts'
import { release } from './release-pod.ts'

export function jobs(): Part {
  return { name: 'jobs', reporter: 'job-controller', controllers: [controller, jobTtl, jobOrphans] }
}

const controller = defineController({
  name: 'jobs',
  for: Job,
  seesDeletion: true,
  concurrency: 5,
  owns: [Pod],
  indexes: [podsByController],
  watches: [onFreePods(Job)],
  reconcile: bearingConflicts(reconcile),
})

async function reconcile(job: Job, ctx: Context): Promise<Outcome> {
  const isSomebodyElses = job.spec.managedBy !== undefined && job.spec.managedBy !== 'kubernetes.io/job-controller'
  if (isSomebodyElses || endingOf(job) !== undefined) return done()
  await claimPods(job, Job, ctx)
  await countEnded(job, ctx)
  const situation = situationOf(job, ctx)
  const plan = planJob(latest(ctx, Job, job), situation)
  const failure = await carryOut(job, { ...plan, tally: situation.tally }, ctx)
  await report(job, ctx, plan)
  if (failure !== undefined && !isNamespaceGoing(failure)) throw failure
  // Pods that were kept for their failure counts can be counted now, because there will be no next pod.
  const isCounting = plan.verdict !== undefined && situation.tally.failures.kept.size > 0
  if (isCounting) return again(0)
  return plan.againMs === undefined ? done() : again(Math.max(0, plan.againMs))
}

function situationOf(job: Job, ctx: Context) {
  const pods = heldPods(job, ctx)
  return { pods, tally: tally(latest(ctx, Job, job), pods), now: +ctx.now() }
}

/** Records finished pods, and removes the finalizers of recorded ones. The remaining count follows afterwards. */
async function countEnded(job: Job, ctx: Context): Promise<void> {
  const live = latest(ctx, Job, job)
  const pods = heldPods(job, ctx)
  if (!isToBeCounted(live, pods)) return
  await writeStatus(ctx, Job, live, { ...live.status, ...tallyStatus(live, tally(live, pods)) })
  for (const pod of settledPods(latest(ctx, Job, job), heldPods(job, ctx))) await release(pod, ctx)
}

/** Resolves to the failure, if any. */
async function carryOut(
  job: Job,
  { create, remove, tally: { failures } }: JobPlan & { readonly tally: Tally },
  ctx: Context,
): Promise<unknown> {
  for (const pod of remove) {
    // A pod that is removed on purpose does not count as failed.
    if (isTracked(pod)) await release(pod, ctx)
    await deletePod(ctx, pod)
  }
  const isLimited = limitsPerIndex(job) !== undefined
  const countOf = (index: number | undefined) =>
    isLimited ? (failures.attempts.get(index ?? -1)?.count ?? 0) : undefined
  const { failure } = await slowStart(create.length, (place) =>
    createPod(ctx, jobPod(job, create[place], countOf(create[place]))),
  )
  return failure
}

async function report(job: Job, ctx: Context, { verdict }: JobPlan): Promise<void> {
  const live = latest(ctx, Job, job)
  const status = jobStatus(live, { ...situationOf(job, ctx), verdict })
  if (await writeStatus(ctx, Job, live, status)) tell(live, { ...live, status }, ctx)
}

function tell(before: Job, after: Job, { events }: Context): void {
  const ending = endingOf(after)
  if (ending?.type === 'Complete') events.normal('Completed', 'Job completed')
  if (ending?.type === 'Failed') events.warning(ending.reason ?? 'Failed', ending.message ?? '')
  const [was, is] = [before, after].map((job) => conditionOf(job, 'Suspended') !== undefined)
  if (!was && is) events.normal('Suspended', 'Job suspended')
  if (was && !is && ending === undefined) events.normal('Resumed', 'Job resumed')
}
