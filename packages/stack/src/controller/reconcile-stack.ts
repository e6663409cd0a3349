/** One reconcile of a stack: reads the state, lets pure functions decide, and applies the decision. */
import { again, type Context, done, type Outcome } from '@kubewright/controller'
import { no, type Verdict, yes } from '@kubewright/core'
import { deepEqual, getOwn } from '@kubewright/core/json'
import type { Ids } from '@kubewright/core/random'
import type { Manifest } from '@kubewright/resource'
import type { ExposureKind } from '../objects/component-context.ts'
import { type ComponentObservation, observeComponent } from '../phase.ts'
import { needsOf, type Stack, type StackObject } from '../stack.ts'
import { formatProtocol, protocolFromNeeds, type StackProtocol } from '../stack-protocol.ts'
import type { PreservedStatus, StackStatus } from '../status.ts'
import type { UpgradeDecision } from '../upgrade/upgrade-machine.ts'
import { applyMembers } from './apply-members.ts'
import { deploymentPlan, type SeenComponent } from './deployment-plan.ts'
import { assertMembers } from './member-problems.ts'
import { findDeployed, foreignWorkload, type Member } from './member.ts'
import { membersOf } from './members.ts'
import { reportEvents, reportUpgrade, stackReport } from './report.ts'
import { isMeasured, type SampleSource } from './tuning.ts'
import { versionsOf } from './upgrade-stack.ts'

export interface StackOptions {
  readonly exposure: ExposureKind
  readonly ids: Ids
  readonly samples: SampleSource | undefined
  readonly samplesEveryMs: number
}

const never = Number.POSITIVE_INFINITY

type StackContext = Context<Stack['for']>

export async function reconcileStack(
  stack: Stack,
  object: StackObject,
  ctx: StackContext,
  options: StackOptions,
): Promise<Outcome> {
  const before = (object.status ?? {}) as StackStatus
  const now = ctx.now().getTime()
  const upgrade = versionsOf(stack, object, ctx, now)
  const { versions, decision, refused } = upgrade
  if (refused !== undefined) return refuseVersion(stack, object, ctx, refused)
  if (decision !== undefined && isUnwritten(decision, before)) {
    reportUpgrade(before, decision, ctx.events)
    await setStatus(stack, object, ctx, { report: withDecision(before, decision), problem: versionProblem(decision) })
    return again(1)
  }
  const around = { ...options, versions, now }
  const { members, preserved, obstacles, events, warnings } = await membersOf(stack, object, ctx, around)
  assertMembers(stack, object, members)
  const own = stack.protocol?.(object)
  const protocol =
    own ?? protocolFromNeeds(needsOf(Object.fromEntries(members.map(({ name, component }) => [name, component]))))
  for (const { reason, note } of events) ctx.events.normal(reason, note)
  for (const { reason, note } of warnings) ctx.events.warning(reason, note)
  reportUpgrade(before, decision, ctx.events)
  const againMs = await act({
    stack,
    object,
    ctx,
    members,
    obstacles,
    protocol,
    protocolText: own && formatProtocol(own),
    preserved,
    decision,
    jobs: upgrade.jobs,
    now,
  })
  const isMeasuredNow = options.samples !== undefined && members.some(({ component }) => isMeasured(component))
  const dues = [againMs, decision?.dueMs ?? never, isMeasuredNow ? options.samplesEveryMs : never]
  return outcomeOf(Math.min(...dues))
}

/**
 * Whether a decided upgrade step is not in the status yet. It is persisted before it is executed: an operator that restarts in between
 * must resume there, or it would repeat steps and roll components back.
 * See decision 0390.
 */
function isUnwritten({ upgrade, current }: UpgradeDecision, before: StackStatus): boolean {
  return before.version !== undefined && !(deepEqual(upgrade, before.upgrade) && current === before.version)
}

function withDecision(before: StackStatus, { upgrade, current }: UpgradeDecision): StackStatus {
  const { upgrade: _, ...rest } = before
  const phase = upgrade?.phase === 'rolling-back' ? 'RollingBack' : 'Upgrading'
  return { ...rest, phase, version: current, ...(upgrade && { upgrade }) }
}

interface Acting {
  readonly stack: Stack
  readonly object: StackObject
  readonly ctx: StackContext
  readonly members: readonly Member[]
  readonly obstacles: ReadonlyMap<string, string>
  readonly protocol: StackProtocol
  /** For the status, if it is not derived from the components' needs. */
  readonly protocolText: string | undefined
  readonly preserved: Readonly<Record<string, PreservedStatus>>
  readonly decision: UpgradeDecision | undefined
  readonly jobs: readonly Manifest[]
  readonly now: number
}

/**
 * Executes the actions of the plan, and those they enable, until only time or another controller can make progress. A controller does
 * not get events for its own writes, so the status is computed once more after the last write.
 */
async function act(acting: Acting): Promise<number> {
  const { stack, object, ctx, members, obstacles, protocol, preserved, decision, jobs, now } = acting
  let before = (object.status ?? {}) as StackStatus
  const isSettled = before.phase === 'Running' && isObserved(object)
  for (let pass = 0; ; pass++) {
    const seen = Object.fromEntries(
      members.map((member) => [member.name, seenOf(member, { object, before, obstacles, isSettled }, ctx)]),
    )
    const plan = deploymentPlan(protocol, seen, now)
    const report = stackReport({ before, plan, seen, preserved, decision, protocol: acting.protocolText })
    await setStatus(stack, object, ctx, { report, problem: versionProblem(decision) })
    if (pass > 0 && plan.actions.length === 0) return plan.againMs
    reportEvents(before, plan, ctx.events)
    await applyMembers(members, { plan, jobs, owner: object }, ctx)
    if (pass > members.length) return Math.min(plan.againMs, 1_000)
    before = report
  }
}

/** Whether the status was written for the current generation. */
function isObserved({ metadata, status }: StackObject): boolean {
  return (status as { readonly observedGeneration?: number } | undefined)?.observedGeneration === metadata.generation
}

interface Remembered {
  readonly object: StackObject
  readonly before: StackStatus
  readonly obstacles: ReadonlyMap<string, string>
  /** Whether all components ran as specified. */
  readonly isSettled: boolean
}

function seenOf(
  member: Member,
  { object, before, obstacles, isSettled }: Remembered,
  { cache }: StackContext,
): SeenComponent {
  const { name, component, settings, context } = member
  const previous = getOwn(before.components, name)
  const standing = findDeployed(member, cache, object)
  const observation = settledObservation(observeComponent(component, standing, previous?.phase), isSettled)
  const obstacle = obstacles.get(name) ?? foreignWorkload(member, cache, object) ?? missingClaim(member)
  const { replicas, recommendation, resources, abnormality } = member.tuning ?? {}
  return {
    component,
    settings,
    observation,
    previous,
    created: standing?.metadata.creationTimestamp,
    generation: standing?.metadata.generation,
    obstacle,
    version: context.version,
    replicas,
    recommendation,
    resources,
    abnormality,
  }
}

function missingClaim({ name, objects }: Member): string | undefined {
  return objects.workload === undefined ? `the claim of ${name} is missing` : undefined
}

/** An edit that is reverted before its controller observed it is not reported. See decision 0394. */
function settledObservation(observation: ComponentObservation, isSettled: boolean): ComponentObservation {
  return observation.isPending === true && isSettled ? { phase: 'running', isComplete: true } : observation
}

/** A new stack waits for a version that exists: any other would have to be upgraded, or could not be left. See decision 0387. */
async function refuseVersion(stack: Stack, object: StackObject, ctx: StackContext, why: string): Promise<Outcome> {
  const before = (object.status ?? {}) as StackStatus
  if (before.step !== why) ctx.events.warning('VersionRefused', why)
  const report: StackStatus = { ...before, phase: 'Blocked', step: why }
  await setStatus(stack, object, ctx, { report, problem: no('VersionRefused', why) })
  return done()
}

/** Why the requested version is not pursued. */
function versionProblem(decision: UpgradeDecision | undefined): Verdict | undefined {
  if (decision?.problem === undefined) return undefined
  return no(decision.upgrade?.phase === 'rolled-back' ? 'RolledBack' : 'VersionRefused', decision.problem)
}

interface Reported {
  readonly report: StackStatus
  readonly problem: Verdict | undefined
}

async function setStatus(
  stack: Stack,
  object: StackObject,
  ctx: StackContext,
  { report, problem }: Reported,
): Promise<void> {
  const types = (stack.for as { readonly conditionTypes?: readonly string[] }).conditionTypes ?? []
  const isReady = report.phase === 'Running'
  const message = report.plan && report.plan.length > 0 ? `still to do: ${report.plan.join(', ')}` : (report.step ?? '')
  // A resource without the condition `VersionAccepted` shows it here.
  const verdict = isReady ? yes('Running', problem?.message) : no(report.phase ?? 'Deploying', message)
  const unusual = Object.entries(report.components ?? {}).flatMap(([name, { abnormality }]) =>
    abnormality ? [`${name}: ${abnormality}`] : [],
  )
  const conditions = {
    ...(types.includes('Ready') && { Ready: verdict }),
    ...(types.includes('VersionAccepted') && { VersionAccepted: problem ?? yes('Accepted') }),
    ...(types.includes('Abnormal') && {
      Abnormal: unusual.length > 0 ? yes('UnusualMetrics', unusual.join('; ')) : no('AsUsual'),
    }),
  }
  await ctx.setStatus({ ...report, ...stack.status(object, report) } as never, conditions as never)
}

function outcomeOf(againMs: number): Outcome {
  return Number.isFinite(againMs) ? again(Math.max(1, Math.ceil(againMs))) : done()
}
