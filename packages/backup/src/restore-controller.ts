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
import { ownerOf } from './backup-controller.ts'
import { BackupPlan } from './backup-plan.ts'
import { agentSidecar } from './agent-sidecar.ts'
import { Restore } from './restore.ts'

const followEvery = '1s'

type RestoreContext = Context<typeof Restore>
type Status = StatusOf<typeof Restore>

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
  const [pod] = podsWithAgent(pods)
  if (pod === undefined) return pending(ctx, 'no running pod has a ready backup agent', backup)
  const operation = { kind: 'restore', backup, owner: ownerOf(plan) } as const
  const call = { client: ctx.client, plan, pod, signal: ctx.signal, clock: ctx.clock }
  const state = await askAgent(`restore-${restore.metadata.uid}`, operation, { call, options })
  if (state.state === 'succeeded') {
    const restarted = pods.map(({ metadata }) => metadata.uid)
    await show(ctx, { phase: 'Restarting', backup, restarted, message: `replaced ${state.result.files} files` })
    return again(1)
  }
  if (state.state === 'refused') return refuse(ctx, backup, state.reason)
  const message = state.state === 'running' ? `reads and checks backup ${backup}` : state.reason
  await show(ctx, { phase: 'Restoring', backup, message })
  return again(state.state === 'running' ? followEvery : '10s')
}

const sidecar = agentSidecar()

/** Pods that ran while the volumes were replaced may hold stale data. */
async function restart(restore: Restore, ctx: RestoreContext): Promise<Outcome> {
  const { restarted = [], backup } = restore.status ?? {}
  const namespace = restore.metadata.namespace!
  const pods = ctx.cache.list(Pod, { namespace }).filter(({ metadata }) => restarted.includes(metadata.uid))
  for (const { metadata } of pods) {
    const { name, uid } = metadata
    await ctx.client.delete(Pod, { name, namespace }, { preconditions: { uid } }).catch(ignoreNotFound)
  }
  ctx.events.normal('Restored', `Restored backup ${backup}, and restarted ${restarted.length} pods`)
  await ctx.setStatus(
    { phase: 'Succeeded', backup, finishedAt: ctx.now().toISOString(), message: `restored backup ${backup}` },
    { Ready: yes('Restored') },
  )
  return done()
}

async function refuse(ctx: RestoreContext, backup: string, reason: string): Promise<Outcome> {
  ctx.events.warning('Refused', reason)
  const finishedAt = ctx.now().toISOString()
  await ctx.setStatus({ phase: 'Refused', backup, finishedAt, message: reason }, { Ready: no('Refused', reason) })
  return done()
}

async function pending(ctx: RestoreContext, message: string, backup?: string): Promise<Outcome> {
  await show(ctx, { phase: 'Pending', message, backup })
  return done()
}

function show(
  ctx: RestoreContext,
  status: Status & { readonly message: string; readonly phase: string },
): Promise<void> {
  return ctx.setStatus(status, { Ready: no(status.phase, status.message) })
}
