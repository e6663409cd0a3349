/** Resource quotas: reports their usage. The server enforces them. */
import type { Cache } from '@kubewright/cache'
import type { DynamicResource } from '@kubewright/client'
import { changed, type Context, defineController, done, type Outcome, watch } from '@kubewright/controller'
import { type KubeObject, type Ref, refOf } from '@kubewright/core'
import { CustomResourceDefinition, PersistentVolumeClaim, Pod, ResourceQuota, Service } from '@kubewright/kubernetes'
import type { Resource } from '@kubewright/resource'
import { bearingConflicts } from '../conflicts.ts'
import { NamedKinds } from '../named-kinds.ts'
import type { Part } from '../part.ts'
import { writeStatus } from '../workloads/write-status.ts'
import { countedIn, quotaUsage } from './quota-usage.ts'

export function quotas(): Part {
  let reads: Pick<Cache, 'list'> | undefined
  const kinds: NamedKinds = new NamedKinds('counted objects', (_, { type, object: { metadata } }) => {
    const { namespace } = metadata
    if (type === 'updated' || namespace === undefined) return []
    return reads?.list(ResourceQuota, { namespace }).map(refOf) ?? []
  })
  return {
    name: 'quotas',
    reporter: 'resourcequota-controller',
    controllers: [quotaController(kinds)],
    async prepare({ cache }) {
      reads = cache
      kinds.open(cache)
    },
    async end() {
      kinds[Symbol.dispose]()
    },
  }
}

const nearby = (
  { metadata }: KubeObject,
  { all }: { all: (kind: Resource, scope: { namespace?: string | undefined }) => readonly Ref[] },
) => all(ResourceQuota, { namespace: metadata.namespace })

const quotaController = (kinds: NamedKinds) =>
  defineController({
    name: 'quotas',
    for: ResourceQuota,
    watches: [
      watch(Pod, { when: changed(({ spec, status }) => [spec.containers, status?.phase]), requests: nearby }),
      watch(Service, { when: changed(({ spec }) => spec?.type), requests: nearby }),
      watch(PersistentVolumeClaim, { when: changed(({ spec }) => spec?.resources), requests: nearby }),
      // A counted kind may not be served yet.
      watch(CustomResourceDefinition, {
        when: changed(({ status }) => status?.conditions),
        requests: (_, { all }) => all(ResourceQuota, {}),
      }),
    ],
    triggers: [kinds.trigger],
    reconcile: bearingConflicts((quota, ctx) => reconcile(quota, ctx, kinds)),
  })

async function reconcile(quota: ResourceQuota, ctx: Context, kinds: NamedKinds): Promise<Outcome> {
  const { cache } = ctx
  const { namespace } = quota.metadata
  const here = namespace === undefined ? {} : { namespace }
  const counts = new Map<string, number>()
  for (const name of countedIn(quota)) {
    const kind = await kindNamed(name, ctx)
    if (kind !== undefined) counts.set(name, (await kinds.follow(kind, ctx.signal)).list(here).length)
  }
  const used = quotaUsage(quota, {
    pods: cache.list(Pod, here),
    services: cache.list(Service, here),
    claims: cache.list(PersistentVolumeClaim, here),
    counts,
  })
  await writeStatus(ctx, ResourceQuota, quota, { hard: quota.spec?.hard, used })
  return done()
}

/** `undefined` for kinds that are not served, or cannot be watched. */
async function kindNamed(name: string, { client, signal }: Context): Promise<DynamicResource | undefined> {
  const [resource = '', ...group] = name.split('.')
  const { resources } = await client.discoverAll({ signal })
  const found = resources.find((one) => one.plural === resource && one.group === group.join('.'))
  return found !== undefined && ['list', 'watch'].every((verb) => found.verbs.includes(verb)) ? found : undefined
}
