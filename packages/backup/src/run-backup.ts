/** One backup of a plan: its sources one after the other, since their agents share the locks of the repository. */
import { again, type Context, done, type Outcome } from '@kubewright/controller'
import { isKubewrightError, type Verdict } from '@kubewright/core'
import { no, yes } from '@kubewright/resource'
import { cannotInject, type SidecarPods } from '@kubewright/sidecar'
import { type AgentOptions, askAgent, podsWithAgent } from './agent-client.ts'
import type { OperationState } from './backup-operation.ts'
import type { BackupPlan } from './backup-plan.ts'
import { type BackupSource, sourcesOf } from './backup-source.ts'
import type { BackupDecision, RunningBackup } from './decide-backup.ts'
import { backupErrors } from './errors.ts'
import { planLabel } from './names.ts'

/** The poll interval of a running backup. */
const followEvery = '2s'

/** How long a backup waits for agents that are not ready, before it is concluded without their data. */
const missingWithinMs = 10 * 60_000

/** The reason of the condition Ready while an agent works. */
const backingUp = 'BackingUp'

/**
 * Whether an agent is working: its pod must not be replaced then. Pods of a failed agent may be (to use a corrected repository), and pods
 * that the backup waits for (to get an agent).
 */
export function isAgentBusy({ status }: BackupPlan, pods: PlanParts['pods']): boolean {
  if (status?.running === undefined || podsWithAgent(pods).length === 0) return false
  return status.conditions?.find(({ type }) => type === 'Ready')?.reason === backingUp
}

export type Run = Extract<BackupDecision, { kind: 'run' }>

export interface PlanParts extends Pick<SidecarPods, 'pods' | 'injection' | 'problem'> {
  readonly ctx: Context<typeof BackupPlan>
  readonly options: AgentOptions
}

type Done = NonNullable<RunningBackup['done']>

export async function runBackup(
  plan: BackupPlan,
  { kind: _, since, ...known }: Run,
  parts: PlanParts,
): Promise<Outcome> {
  const { pods, problem } = parts
  const run = { ...known, expected: expectedSources(plan, known, pods) }
  if (podsWithAgent(pods).length === 0) {
    await show(plan, run, parts, noAgent(plan, problem))
    return done()
  }
  const { finished, current, failure } = await askSources(plan, run, parts)
  const after = { ...run, done: [...finished] }
  if (current !== undefined) {
    await show(plan, after, parts, yes(backingUp, `backup ${run.id} of ${current} is under way`))
    return again(followEvery)
  }
  if (failure !== undefined) {
    await show(plan, after, parts, no('BackupFailed', failure))
    throw failed(plan, run, failure)
  }
  return concludeOrWait(plan, { ...after, since: since ?? parts.ctx.now().toISOString() }, parts)
}

interface Progress {
  readonly finished: Done
  /** The source whose agent works now. */
  readonly current?: string
  /** Why the agent of a source failed. The other sources are not held up by it. */
  readonly failure?: string
}

async function askSources(plan: BackupPlan, run: RunningBackup, parts: PlanParts): Promise<Progress> {
  const finished = [...(run.done ?? [])]
  let failure: string | undefined
  for (const source of sourcesOf(podsWithAgent(parts.pods), plan)) {
    if (finished.some(({ name }) => name === source.name)) continue
    const state = await ask(plan, run, { ...parts, source })
    if (state.state === 'running') return { finished, current: source.name }
    if (state.state === 'succeeded') finished.push({ name: source.name, ...state.result })
    else failure ??= `${source.name}: ${state.reason}`
  }
  return { finished, ...(failure === undefined ? {} : { failure }) }
}

type SourceParts = PlanParts & { readonly source: BackupSource }

async function ask(
  plan: BackupPlan,
  { id }: RunningBackup,
  { ctx, options, source }: SourceParts,
): Promise<OperationState> {
  const { retention, verification } = plan.spec
  const operation = { kind: 'backup', backup: id, owner: ownerOf(plan), source: source.name } as const
  const call = { client: ctx.client, plan, pod: source.pods[0]!, signal: ctx.signal, clock: ctx.clock }
  try {
    return await askAgent(id, { ...operation, retention, verification }, { call, options })
  } catch (error) {
    // An agent without an answer does not hold up the other sources either.
    if (!isKubewrightError(error) || error.code !== 'KW_BACKUP_AGENT' || ctx.signal.aborted) throw error
    return { state: 'failed', reason: error.message }
  }
}

async function concludeOrWait(plan: BackupPlan, run: RunningBackup, parts: PlanParts): Promise<Outcome> {
  const { ctx } = parts
  const { done: finished = [], expected = [] } = run
  const missing = expected.filter((name) => finished.every((one) => one.name !== name))
  const untilMs = Date.parse(run.since!) + missingWithinMs
  const leftMs = untilMs - ctx.now().getTime()
  if (missing.length === 0 || leftMs <= 0) return conclude(plan, run, { ...parts, missing })
  const until = new Date(untilMs).toISOString()
  const why = `no pod of ${missing.join(', ')} has a ready backup agent; the backup waits until ${until}, then ends without them`
  await show(plan, run, parts, no('WaitsForAgents', why))
  return again(leftMs)
}

/**
 * The sources of the last backup, and all that were seen since this one began: a pod may be away for a moment, to be recreated. A source that
 * is gone for good is missed once.
 */
function expectedSources(
  plan: BackupPlan,
  { expected = [] }: Pick<RunningBackup, 'expected'>,
  pods: PlanParts['pods'],
) {
  const before = plan.status?.lastBackup?.sources ?? []
  const seen = [...sourcesOf(pods, plan), ...before].map(({ name }) => name)
  return [...new Set([...expected, ...seen])].toSorted()
}

async function conclude(
  plan: BackupPlan,
  run: RunningBackup,
  { ctx, injection, missing }: PlanParts & { readonly missing: readonly string[] },
): Promise<Outcome> {
  const { running: _, lastVerified, ...before } = plan.status ?? {}
  const finished = run.done ?? []
  const record = recordOf(run, missing, ctx.now())
  const damage = finished.find((source) => source.damage !== undefined)?.damage
  const isWhole = damage === undefined && missing.length === 0
  if (damage !== undefined) ctx.events.warning('Damaged', `The repository is damaged: ${damage}`)
  else if (missing.length > 0) ctx.events.warning('Incomplete', `Backup ${run.id} lacks ${missing.join(', ')}`)
  else ctx.events.normal('BackedUp', `Made and verified backup ${run.id}: ${record.files} files`)
  const status = {
    ...before,
    injection,
    lastBackup: record,
    lastVerified: isWhole ? record : lastVerified,
    lastScheduledAt: run.scheduledAt ?? before.lastScheduledAt,
    lastTrigger: run.trigger ?? before.lastTrigger,
  }
  const verified = verdictOf(run, { damage, missing, extent: plan.spec.verification })
  await ctx.setStatus(status, { Ready: yes('BackedUp', `made backup ${run.id}`), Verified: verified })
  return again(1)
}

function recordOf({ id, done: finished = [] }: RunningBackup, missing: readonly string[], now: Date) {
  const sources = finished.map(({ name, files, bytes }) => ({ name, files, bytes }))
  const sum = (of: 'files' | 'bytes') => sources.reduce((total, source) => total + (source[of] ?? 0), 0)
  const record = { id, time: now.toISOString(), files: sum('files'), bytes: sum('bytes'), sources }
  return missing.length === 0 ? record : { ...record, missing: [...missing] }
}

interface Verification {
  readonly damage: string | undefined
  readonly missing: readonly string[]
  readonly extent: BackupPlan['spec']['verification']
}

function verdictOf({ id }: RunningBackup, { damage, missing, extent }: Verification): Verdict {
  if (damage !== undefined) return no('Damaged', damage)
  const how = extent === 'structure' ? 'the structure of the repository was checked' : 'every stored byte was read back'
  if (missing.length === 0) return yes('Verified', `after backup ${id}, ${how}`)
  return no('Incomplete', `backup ${id} lacks ${missing.join(', ')}: no pod of them had a ready backup agent`)
}

function show(plan: BackupPlan, running: RunningBackup, { ctx, injection }: PlanParts, ready: Verdict): Promise<void> {
  return ctx.setStatus({ ...plan.status, injection, running }, { Ready: ready })
}

/** Identifies the backups of one plan in a shared repository. */
export function ownerOf({ metadata: { name, namespace } }: Pick<BackupPlan, 'metadata'>): string {
  return `${namespace}.${name}`
}

export function noAgent({ metadata: { name } }: BackupPlan, problem: string | undefined): Verdict {
  if (problem !== undefined) return no(cannotInject, problem)
  return no(
    'NoAgent',
    `no running pod of plan ${name} has a ready backup agent; pods belong to it by its selector, or the label ${planLabel}`,
  )
}

function failed({ metadata: { name, namespace } }: BackupPlan, { id }: RunningBackup, why: string): Error {
  return backupErrors('KW_BACKUP_FAILED', {
    what: `make backup ${id} of plan ${namespace}/${name}`,
    why,
    next: 'Correct spec.repository or its Secret, or repair the repository. The backup is retried.',
  })
}
