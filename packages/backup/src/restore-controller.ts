/** Restores backups: calls the agent, and restarts the pods once the volumes are replaced. */
import { ignoreNotFound } from '@kubewright/client'
import {
  again,
  type Context,
  type Controller,
  defineController,
  done,
  type Outcome,
  watch,
} from '@kubewright/controller'
import { Pod, Secret } from '@kubewright/kubernetes/core/v1'
import { no, type StatusOf, yes } from '@kubewright/resource'
import { sidecarPods } from '@kubewright/sidecar'
import { type AgentOptions, askAgent, podsWithAgent } from './agent-client.ts'
import { BackupPlan } from './backup-plan.ts'
import { type BackupSource, sourcesOf } from './backup-source.ts'
import { agentSidecar } from './agent-sidecar.ts'
import { agentContainer } from './names.ts'
import { Restore } from './restore.ts'
import { ownerOf } from './run-backup.ts'

const followEvery = '1s'

type RestoreContext = Context<typeof Restore>
type Status = StatusOf<typeof Restore>

/** The controller of Restores: has the agents replace the volume contents, then restarts the pods. */
export function restoreController(options: AgentOptions = {}): Controller {
  return defineController({
    name: 'restores',
    for: Restore,
    concurrency: 4,
    watches: [
      watch(Pod, { requests: ({ metadata: { namespace } }, { all }) => all(Restore, { namespace }) }),
      watch(BackupPlan, { requests: ({ metadata: { namespace } }, { all }) => all(Restore, { namespace }) }),
    ],
    uses: [
      { resource: Secret, verbs: ['get'], because: 'reads the token of the agents' },
      { resource: Pod, verbs: ['delete'], because: 'restarts pods whose volumes were replaced' },
    ],
    async reconcile(restore, ctx) {
      const phase = restore.status?.phase
      if (phase === 'Succeeded' || phase === 'Refused') return done()
      if (phase === 'Restarting') return restart(restore, ctx)
      const { plan: name } = restore.spec
      const plan = ctx.cache.get(BackupPlan, { name, namespace: restore.metadata.namespace })
      if (plan === undefined) return pending(ctx, `there is no BackupPlan ${name}`)
      return putBack(restore, plan, { ctx, options })
    },
  })
}

async function putBack(
  restore: Restore,
  plan: BackupPlan,
  { ctx, options }: { readonly ctx: RestoreContext; readonly options: AgentOptions },
): Promise<Outcome> {
  // Chosen once: a backup that is verified meanwhile does not change the restore in progress.
  const backup = restore.status?.backup ?? restore.spec.backup ?? plan.status?.lastVerified?.id
  if (backup === undefined) return pending(ctx, `plan ${plan.metadata.name} has no verified backup yet`)
  const { pods } = sidecarPods(sidecar, plan, ctx)
  const wanted = wantedSources(restore, plan, backup)
  const sources = sourcesOf(pods, plan).filter(({ name }) => wanted?.includes(name) !== false)
  const restored = restore.status?.restored ?? []
  const absent = wanted?.filter((name) => !restored.includes(name) && sources.every((one) => one.name !== name)) ?? []
  if (absent.length > 0 || sources.length === 0)
    return pending(ctx, noSource(restore, plan, absent), { backup, restored: [...restored] })
  const next = sources.find(({ name }) => !restored.includes(name))
  if (next === undefined) return finish(ctx, sources, { backup, restored })
  return putBackSource(restore, plan, { ctx, options, sources, source: next, backup, restored })
}

/**
 * The names of the sources to restore: `spec.source`, or the sources that the status of the plan records for this backup. A recorded source
 * whose pod is absent is still awaited; a replica added after the backup keeps its data. `undefined` if the status has no record: the
 * sources of the existing pods are restored.
 */
function wantedSources({ spec }: Restore, { status }: BackupPlan, backup: string): readonly string[] | undefined {
  if (spec.source !== undefined) return [spec.source]
  const record = [status?.lastVerified, status?.lastBackup].find((one) => one?.id === backup)
  return record?.sources?.map(({ name }) => name)
}

function noSource({ spec }: Restore, { metadata: { name } }: BackupPlan, absent: readonly string[]): string {
  if (spec.source !== undefined)
    return `no pod of plan ${name} has the source ${spec.source} now; scale up, or correct spec.source`
  if (absent.length === 0) return `no running pod of plan ${name} has volumes to restore`
  return `the backup has data of ${absent.join(', ')}, but no pod has it now; scale up, or name another source in spec.source`
}

interface SourceRestore {
  readonly ctx: RestoreContext
  readonly options: AgentOptions
  readonly sources: readonly BackupSource[]
  /** The one to put back now. */
  readonly source: BackupSource
  readonly backup: string
  readonly restored: readonly string[]
}

/** One source after the other: each is in the status before the next one begins. */
async function putBackSource(restore: Restore, plan: BackupPlan, parts: SourceRestore): Promise<Outcome> {
  const { ctx, options, sources, source, backup } = parts
  const { name } = source
  const restored = [...parts.restored]
  const [pod] = podsWithAgent(source.pods)
  if (pod === undefined) return pending(ctx, `no running pod of ${name} has a ready backup agent`, { backup, restored })
  const operation = { kind: 'restore', backup, owner: ownerOf(plan), source: name } as const
  const call = { client: ctx.client, plan, pod, signal: ctx.signal, clock: ctx.clock }
  const state = await askAgent(`restore-${restore.metadata.uid}`, operation, { call, options })
  if (state.state === 'succeeded') {
    await show(ctx, { phase: 'Restoring', backup, restored: [...restored, name], message: `restored ${name}` })
    return again(1)
  }
  if (state.state === 'refused') {
    const refusal = `${name}: ${state.reason}`
    return restored.length === 0
      ? refuse(ctx, { backup }, refusal)
      : finish(ctx, sources, { backup, restored, refusal })
  }
  const message =
    state.state === 'running'
      ? `reads and checks backup ${backup} of ${name}`
      : `could not restore ${name}, will retry: ${state.reason}`
  await show(ctx, { phase: 'Restoring', backup, restored, message })
  return again(state.state === 'running' ? followEvery : '10s')
}

/** The pods of everything that was put back are restarted, also if the rest was refused. */
async function finish(
  ctx: RestoreContext,
  sources: readonly BackupSource[],
  status: Pick<Status, 'backup' | 'restored' | 'refusal'>,
): Promise<Outcome> {
  const replaced = sources.filter(({ name }) => status.restored?.includes(name) === true)
  const restarted = replaced.flatMap(({ pods }) => pods.map(({ metadata }) => metadata.uid))
  const message = `restored ${status.restored?.join(', ')}, restarting the pods`
  await show(ctx, { ...status, phase: 'Restarting', restarted, message })
  return again(1)
}

/** Only its selection of pods matters here, not its image. */
const sidecar = agentSidecar(agentContainer)

/** Pods that ran while the volumes were replaced may hold stale data. */
async function restart(restore: Restore, ctx: RestoreContext): Promise<Outcome> {
  const { restarted = [], backup, restored, refusal } = restore.status ?? {}
  const namespace = restore.metadata.namespace!
  const pods = ctx.cache.list(Pod, { namespace }).filter(({ metadata }) => restarted.includes(metadata.uid))
  for (const { metadata } of pods) {
    const { name, uid } = metadata
    await ctx.client.delete(Pod, { name, namespace }, { preconditions: { uid } }).catch(ignoreNotFound)
  }
  if (refusal !== undefined) return refuse(ctx, { backup, restored }, `${refusal}; restored: ${restored?.join(', ')}`)
  ctx.events.normal('Restored', `Restored backup ${backup}, and restarted ${restarted.length} pods`)
  const finishedAt = ctx.now().toISOString()
  await ctx.setStatus(
    { phase: 'Succeeded', backup, restored, finishedAt, message: `restored backup ${backup}` },
    { Ready: yes('Restored') },
  )
  return done()
}

async function refuse(
  ctx: RestoreContext,
  known: Pick<Status, 'backup' | 'restored'>,
  reason: string,
): Promise<Outcome> {
  ctx.events.warning('Refused', reason)
  const finishedAt = ctx.now().toISOString()
  await ctx.setStatus({ ...known, phase: 'Refused', finishedAt, message: reason }, { Ready: no('Refused', reason) })
  return done()
}

async function pending(
  ctx: RestoreContext,
  message: string,
  { backup, restored }: Pick<Status, 'backup' | 'restored'> = {},
): Promise<Outcome> {
  await show(ctx, { phase: 'Pending', message, backup, restored })
  return done()
}

function show(
  ctx: RestoreContext,
  status: Status & { readonly message: string; readonly phase: string },
): Promise<void> {
  return ctx.setStatus(status, { Ready: no(status.phase, status.message) })
}
