/** Starts the backups of plans when they are due, tracks them, and reports the last verified one in the status. */
import { again, type Context, type Controller, defineController, done, type Outcome } from '@kubewright/controller'
import { Secret } from '@kubewright/kubernetes/core/v1'
import type { Verdict } from '@kubewright/core'
import { no, yes } from '@kubewright/resource'
import {
  replaceOutdatedPods,
  selectorProblem,
  sidecarPods,
  type SidecarPods,
  sidecarWatching,
} from '@kubewright/sidecar'
import { type AgentOptions, askAgent, podsWithAgent } from './agent-client.ts'
import { agentSidecar } from './agent-sidecar.ts'
import { BackupPlan } from './backup-plan.ts'
import type { OperationResult } from './backup-operation.ts'
import { type BackupDecision, decideBackup } from './decide-backup.ts'
import { backupErrors } from './errors.ts'
import { planLabel } from './names.ts'

/** The poll interval of a running backup. */
const followEvery = '2s'

type PlanContext = Context<typeof BackupPlan>
type Run = Extract<BackupDecision, { kind: 'run' }>

const sidecar = agentSidecar()
const { watches, indexes, uses } = sidecarWatching(sidecar)

export function backupController(options: AgentOptions = {}): Controller {
  return defineController({
    name: 'backup-plans',
    for: BackupPlan,
    concurrency: 4,
    indexes,
    watches,
    uses: [{ resource: Secret, verbs: ['get'], because: 'reads the token of the agents' }, ...uses],
    async reconcile(plan, ctx) {
      const problem = selectorProblem(plan)
      if (problem !== undefined) return refuse(plan, ctx, no('InvalidSelector', problem))
      const decision = decideBackup(plan, ctx.now().getTime())
      if (decision.kind === 'invalid') return refuse(plan, ctx, no('InvalidSchedule', decision.message))
      const found = sidecarPods(sidecar, plan, ctx)
      const parts = { ctx, options, ...found }
      // An agent with a running backup is not replaced.
      const isBusy = plan.status?.running !== undefined && podsWithAgent(found.pods).length > 0
      if (!isBusy) await replaceOutdatedPods(found, ctx)
      if (!plan.spec.enabled) return rest(plan, parts)
      return decision.kind === 'run' ? runBackup(plan, decision, parts) : wait(plan, decision.nextMs, parts)
    },
  })
}

interface PlanParts extends Pick<SidecarPods, 'pods' | 'injection'> {
  readonly ctx: PlanContext
  readonly options: AgentOptions
}

async function refuse(plan: BackupPlan, ctx: PlanContext, ready: Verdict): Promise<Outcome> {
  await ctx.setStatus(plan.status ?? {}, { Ready: ready })
  return done()
}

/** A disabled plan starts nothing, and drops a running backup: its agents are removed. */
async function rest(plan: BackupPlan, { ctx, injection }: PlanParts): Promise<Outcome> {
  const { running: _, nextAt: _next, ...before } = plan.status ?? {}
  await ctx.setStatus({ ...before, injection }, { Ready: no('Disabled', 'spec.enabled is false') })
  return done()
}

async function wait(
  plan: BackupPlan,
  nextMs: number | undefined,
  { ctx, pods, injection }: PlanParts,
): Promise<Outcome> {
  const hasPods = podsWithAgent(pods).length > 0
  const nextAt = nextMs === undefined ? undefined : new Date(nextMs).toISOString()
  const ready = hasPods ? yes('Waiting', 'an agent is ready for the next backup') : noAgent(plan)
  await ctx.setStatus({ ...plan.status, injection, nextAt }, { Ready: ready })
  return nextMs === undefined ? done() : again(Math.max(1, nextMs - ctx.now().getTime()))
}

function noAgent({ metadata: { name } }: BackupPlan) {
  return no(
    'NoAgent',
    `no running pod of plan ${name} has a ready backup agent; pods belong to it by its selector, or the label ${planLabel}`,
  )
}

async function runBackup(plan: BackupPlan, run: Run, parts: PlanParts): Promise<Outcome> {
  const { ctx, options, pods, injection } = parts
  const [pod] = podsWithAgent(pods)
  const { kind: _, ...running } = run
  if (pod === undefined) {
    await ctx.setStatus({ ...plan.status, injection, running }, { Ready: noAgent(plan) })
    return done()
  }
  const { retention, verification } = plan.spec
  const operation = { kind: 'backup', backup: run.id, owner: ownerOf(plan), retention, verification } as const
  const call = { client: ctx.client, plan, pod, signal: ctx.signal, clock: ctx.clock }
  const state = await askAgent(run.id, operation, { call, options })
  if (state.state === 'succeeded') return conclude(plan, run, { ctx, result: state.result, injection })
  const isRunning = state.state === 'running'
  const ready = isRunning ? yes('BackingUp', `backup ${run.id} is under way`) : no('BackupFailed', state.reason)
  await ctx.setStatus({ ...plan.status, injection, running }, { Ready: ready })
  if (isRunning) return again(followEvery)
  throw backupErrors('KW_BACKUP_FAILED', {
    what: `make backup ${run.id} of plan ${plan.metadata.namespace}/${plan.metadata.name}`,
    why: state.reason,
    next: 'Correct spec.repository or its Secret, or repair the repository. It is tried again.',
  })
}

/** Identifies the backups of one plan in a shared repository. */
export function ownerOf({ metadata: { name, namespace } }: Pick<BackupPlan, 'metadata'>): string {
  return `${namespace}.${name}`
}

interface Ended {
  readonly ctx: PlanContext
  readonly result: OperationResult
  readonly injection: SidecarPods['injection']
}

async function conclude(plan: BackupPlan, run: Run, { ctx, result, injection }: Ended): Promise<Outcome> {
  const { running: _, lastVerified, ...before } = plan.status ?? {}
  const record = { id: run.id, time: ctx.now().toISOString(), files: result.files, bytes: result.bytes }
  const isWhole = result.damage === undefined
  const verified = isWhole ? yes('Verified', `backup ${run.id} was read back`) : no('Damaged', result.damage)
  const status = {
    ...before,
    injection,
    lastBackup: record,
    lastVerified: isWhole ? record : lastVerified,
    lastScheduledAt: run.scheduledAt ?? before.lastScheduledAt,
    lastTrigger: run.trigger ?? before.lastTrigger,
  }
  if (isWhole) ctx.events.normal('BackedUp', `Made and verified backup ${run.id}: ${result.files} files`)
  else ctx.events.warning('Damaged', `The repository is damaged: ${result.damage}`)
  await ctx.setStatus(status, { Ready: yes('BackedUp', `made backup ${run.id}`), Verified: verified })
  return again(1)
}
