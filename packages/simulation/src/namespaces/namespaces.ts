/**
 * Deleted namespaces: their contents are deleted, and then they are finalized.
 *
 * A server that empties namespaces by itself may do the same concurrently: both make the same requests and write the same conditions, and
 * the second one finds nothing to do.
 */
import { type DynamicResource, ignoreNotFound, isNotFound } from '@kubewright/client'
import { again, type Context, defineController, done, type Outcome, watch } from '@kubewright/controller'
import { Namespace, Pod } from '@kubewright/kubernetes'
import { bearingConflicts } from '../conflicts.ts'
import { NamedKinds } from '../named-kinds.ts'
import type { Part } from '../part.ts'
import { latest, writeStatus } from '../workloads/write-status.ts'
import { emptyNamespace } from './empty-namespace.ts'
import { conditionsAfter, noRemains, type Remains } from './namespace-conditions.ts'

const finalizer = 'kubernetes'

/** The retry interval after failed requests. Deletions of remaining objects are watched. */
const againMs = 5_000

export function namespaces(): Part {
  const kinds = new NamedKinds('what is left', (_, { type, object: { metadata } }) =>
    type === 'deleted' && metadata.namespace !== undefined ? [{ name: metadata.namespace }] : [],
  )
  return {
    name: 'namespaces',
    reporter: 'namespace-controller',
    controllers: [namespaceController(kinds)],
    async prepare({ cache }) {
      kinds.open(cache)
    },
    async end() {
      kinds[Symbol.dispose]()
    },
  }
}

const namespaceController = (kinds: NamedKinds) =>
  defineController({
    name: 'namespaces',
    for: Namespace,
    seesDeletion: true,
    concurrency: 5,
    watches: [
      watch(Pod, {
        when: () => false,
        requests: ({ metadata }) => [{ name: metadata.namespace! }],
        metadataOnly: true,
      }),
    ],
    triggers: [kinds.trigger],
    reconcile: bearingConflicts((namespace, ctx) => reconcile(namespace, ctx, kinds)),
  })

async function reconcile(namespace: Namespace, ctx: Context, kinds: NamedKinds): Promise<Outcome> {
  const { metadata, spec } = namespace
  if (metadata.deletionTimestamp === undefined || !spec?.finalizers?.includes(finalizer)) return done()
  try {
    return await empty(namespace, ctx, kinds)
  } catch (error) {
    // Another client has finalized the namespace.
    if (isNotFound(error)) return done()
    throw error
  }
}

async function empty(namespace: Namespace, ctx: Context, kinds: NamedKinds): Promise<Outcome> {
  const { client, signal } = ctx
  const { hasPods, left, ...remains } = await emptyNamespace({ client, signal, namespace: namespace.metadata.name })
  // While pods block everything else, the status reports only failures.
  await show(namespace, ctx, hasPods ? { ...noRemains, failures: remains.failures } : remains)
  const isEmpty = remains.objects.size === 0 && remains.failures.length === 0 && remains.silent.length === 0
  if (!isEmpty) return (await followLeft(namespace, ctx, { kinds, left })) && isAsked(remains) ? done() : again(againMs)
  await letGo(namespace, ctx)
  return done()
}

function isAsked({ failures, silent }: Pick<Remains, 'failures' | 'silent'>): boolean {
  return failures.length === 0 && silent.length === 0
}

/** Whether the deletion of each remaining object will be reported by a watch. Objects that went before the watch require a recount. */
async function followLeft(
  { metadata: { name: namespace } }: Namespace,
  { signal }: Context,
  { kinds, left }: { readonly kinds: NamedKinds; readonly left: readonly DynamicResource[] },
): Promise<boolean> {
  for (const kind of left) {
    if (!kind.verbs.includes('watch')) return false
    const { length } = (await kinds.follow(kind, signal)).list({ namespace })
    if (length === 0) return false
  }
  return true
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
