/** Starts the backups of plans when they are due, tracks them, and reports the last verified one in the status. */
import { again, type Context, type Controller, defineController, done, type Outcome } from '@kubewright/controller'
import { Secret } from '@kubewright/kubernetes/core/v1'
import type { Verdict } from '@kubewright/core'
import { no, yes } from '@kubewright/resource'
import {
  replaceOutdatedPods,
  reportInjectionProblem,
  selectorProblem,
  sidecarPods,
  sidecarWatching,
} from '@kubewright/sidecar'
import { type AgentOptions, podsWithAgent } from './agent-client.ts'
import { agentSidecar } from './agent-sidecar.ts'
import { BackupPlan } from './backup-plan.ts'
import { type BackupDecision, decideBackup } from './decide-backup.ts'
import { isAgentBusy, noAgent, type PlanParts, type Run, runBackup } from './run-backup.ts'

type PlanContext = Context<typeof BackupPlan>
type Wait = Extract<BackupDecision, { kind: 'wait' }>

/** Options of `backupController`. */
export interface BackupControllerOptions extends AgentOptions {
  /** The image of the agent, as given to `backupAdmission`: pods with another one are replaced, one at a time. */
  readonly image: string
}

/** The controller of BackupPlans: runs backups on schedule through the agents in pods, and replaces pods that lack an agent. */
export function backupController({ image, ...options }: BackupControllerOptions): Controller {
  const sidecar = agentSidecar(image)
  const { watches, indexes, uses } = sidecarWatching(sidecar)
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
      if (!isAgentBusy(plan, found.pods)) await replaceOutdatedPods(found, ctx)
      if (plan.spec.enabled) reportInjectionProblem(found, plan.status?.conditions, ctx)
      const outcome = await proceed(plan, decision, parts)
      return found.againMs === undefined ? outcome : again(found.againMs)
    },
  })
}

function proceed(plan: BackupPlan, decision: Run | Wait, parts: PlanParts): Promise<Outcome> {
  if (!plan.spec.enabled) return rest(plan, parts)
  return decision.kind === 'run' ? runBackup(plan, decision, parts) : wait(plan, decision.nextMs, parts)
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
  { ctx, pods, injection, problem }: PlanParts,
): Promise<Outcome> {
  const hasPods = podsWithAgent(pods).length > 0
  const nextAt = nextMs === undefined ? undefined : new Date(nextMs).toISOString()
  const ready = hasPods ? yes('Waiting', 'an agent is ready for the next backup') : noAgent(plan, problem)
  await ctx.setStatus({ ...plan.status, injection, nextAt }, { Ready: ready })
  return nextMs === undefined ? done() : again(Math.max(1, nextMs - ctx.now().getTime()))
}
