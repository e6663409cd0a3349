/** Applies the objects of a stack to the cluster. */
import { isAlreadyExists, isConflict, isInvalid, isNotFound } from '@kubewright/client'
import type { Children, Context } from '@kubewright/controller'
import { controllerOf, type KubeObject } from '@kubewright/core'
import type { Manifest } from '@kubewright/resource'
import { type Comparable, removalsOf } from './additions.ts'
import type { DeploymentPlan } from './deployment-plan.ts'
import { findManifest, hasTraces, type Member } from './member.ts'

type StackContext = Pick<Context, 'client' | 'cache' | 'own' | 'signal' | 'events'>

/**
 * Applies the objects of components, and prunes objects that are no longer declared.
 *
 * A component that fails to apply blocks only the pruning; the others are applied, and then its error is thrown.
 */
export async function applyMembers(
  members: readonly Member[],
  {
    plan,
    jobs,
    owner,
  }: { readonly plan: DeploymentPlan; readonly jobs: readonly Manifest[]; readonly owner: KubeObject },
  ctx: StackContext,
): Promise<void> {
  for (const member of members) await removeAdditions(member, owner, ctx)
  const wanted = members.map((member) => [member, childrenOf(member, plan, ctx)] as const)
  for (const [member, children] of wanted) if (Object.keys(children).length > 0) await makeKeptClaim(member, ctx)
  try {
    const steps = Object.fromEntries(jobs.map((job, at) => [`job ${at}`, job]))
    await ctx.own(Object.assign(steps, ...wanted.map(([, children]) => children)) as Children)
  } catch (error) {
    if (ctx.signal.aborted) throw error
    await applyOneByOne(wanted, ctx)
    throw error
  }
}

/** The desired objects of a component. */
function childrenOf(member: Member, { actions, components }: DeploymentPlan, { cache }: StackContext): Children {
  const { name, objects } = member
  const action = actions.find(({ component }) => component === name)
  const phase = components[name]?.phase
  const isThere = phase !== 'absent' || action?.effect === 'start'
  if (!isThere && !hasTraces(member, cache)) return {}
  const { workload, keptClaim: _, ...others } = objects
  const hasWorkload = isThere && action?.effect !== 'stop'
  const parts = hasWorkload ? { ...others, workload } : others
  return Object.fromEntries(
    Object.entries(parts).flatMap(([part, one]) => (one === undefined ? [] : [[`${name}.${part}`, one]])),
  )
}

async function applyOneByOne(wanted: readonly (readonly [Member, Children])[], ctx: StackContext): Promise<void> {
  for (const [, children] of wanted) {
    // An error here repeats an earlier one, which is thrown there.
    await ctx.own(children, { prune: false }).catch((error: unknown) => {
      if (ctx.signal.aborted) throw error
    })
  }
}

/** A claim that outlives the stack has no owner: it is created once and never updated. */
async function makeKeptClaim(
  { objects: { keptClaim }, context }: Member,
  { client, cache, signal }: StackContext,
): Promise<void> {
  if (keptClaim === undefined || findManifest(keptClaim, context.namespace, cache) !== undefined) return
  await client.create(keptClaim.resource, keptClaim.object as never, { signal }).catch((error: unknown) => {
    if (!isAlreadyExists(error)) throw error
  })
}

/** Runs before the apply, which an addition may block. */
async function removeAdditions(
  { settings, objects, context, name }: Member,
  owner: KubeObject,
  ctx: StackContext,
): Promise<void> {
  if (settings === undefined || settings.removesAdditions === false) return
  for (const wanted of Object.values(objects)) {
    const live = findManifest(wanted, context.namespace, ctx.cache)
    if (live === undefined || controllerOf(live)?.uid !== owner.metadata.uid) continue
    const removals = removalsOf(live.kind, wanted.object as unknown as Comparable, live as unknown as Comparable)
    if (removals.length === 0) continue
    const ref = { name: live.metadata.name, namespace: context.namespace }
    const hasChanged = (error: unknown) => isConflict(error) || isInvalid(error) || isNotFound(error)
    try {
      await ctx.client.patch(wanted.resource, ref, removals as never, { signal: ctx.signal })
    } catch (error) {
      // A concurrent change: the watch triggers the next reconcile, which compares again.
      if (!hasChanged(error)) throw error
      continue
    }
    ctx.events.normal(
      'AdditionsRemoved',
      `removed fields that another client added to ${live.kind} ${ref.name} of ${name}`,
    )
  }
}
