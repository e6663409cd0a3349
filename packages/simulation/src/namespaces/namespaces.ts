/**
 * Namespaces that were deleted: everything in them goes, and then they do.
 *
 * A server that empties namespaces by itself may do the same at the same time: both ask for the same, say the same, and whoever
 * comes second finds nothing to do.
 */
import { ignoreNotFound, isNotFound } from '@kubewright/client'
import { again, type Context, defineController, done, type Outcome, watch } from '@kubewright/controller'
import { Namespace, Pod } from '@kubewright/kubernetes'
import { bearingConflicts } from '../conflicts.ts'
import type { Part } from '../part.ts'
import { latest, writeStatus } from '../workloads/write-status.ts'
import { emptyNamespace } from './empty-namespace.ts'
import { conditionsAfter, noRemains, type Remains } from './namespace-conditions.ts'

const finalizer = 'kubernetes'

/** What waits for a finalizer is looked at again after this long. Pods that go are heard of at once. */
const againMs = 5_000

export function namespaces(): Part {
  return { name: 'namespaces', reporter: 'namespace-controller', controllers: [controller] }
}

const controller = defineController({
  name: 'namespaces',
  for: Namespace,
  seesDeletion: true,
  concurrency: 5,
  watches: [
    watch(Pod, { when: () => false, requests: ({ metadata }) => [{ name: metadata.namespace! }], metadataOnly: true }),
  ],
  reconcile: bearingConflicts(reconcile),
})

async function reconcile(namespace: Namespace, ctx: Context): Promise<Outcome> {
  const { metadata, spec } = namespace
  if (metadata.deletionTimestamp === undefined || !spec?.finalizers?.includes(finalizer)) return done()
  try {
    return await empty(namespace, ctx)
  } catch (error) {
    // Somebody else finished it: that is what was wanted.
    if (isNotFound(error)) return done()
    throw error
  }
}

async function empty(namespace: Namespace, ctx: Context): Promise<Outcome> {
  const { client, signal } = ctx
  const { hasPods, ...remains } = await emptyNamespace({ client, signal, namespace: namespace.metadata.name })
  // While pods hold up everything else, the status speaks of failures alone.
  await show(namespace, ctx, hasPods ? { ...noRemains, failures: remains.failures } : remains)
  const isEmpty = remains.objects.size === 0 && remains.failures.length === 0 && remains.silent.length === 0
  if (!isEmpty) return again(againMs)
  await letGo(namespace, ctx)
  return done()
}

async function show(namespace: Namespace, ctx: Context, remains: Remains): Promise<void> {
  const live = latest(ctx, Namespace, namespace)
  const conditions = conditionsAfter(live.status?.conditions ?? [], remains, +ctx.now())
  await writeStatus(ctx, Namespace, live, { ...live.status, conditions })
}

async function letGo(namespace: Namespace, ctx: Context): Promise<void> {
  const live = latest(ctx, Namespace, namespace)
  const finalizers = (live.spec?.finalizers ?? []).filter((one) => one !== finalizer)
  await ctx.client
    .subresource(Namespace, 'finalize')
    .update({ name: live.metadata.name }, { ...live, spec: { ...live.spec, finalizers } }, { signal: ctx.signal })
    .catch(ignoreNotFound)
}
