/** Quotas: how much of what they limit is in use. That more is refused is the server's to do. */
import { isUnknownKind } from '@kubewright/client'
import { again, changed, type Context, defineController, type Outcome, watch } from '@kubewright/controller'
import type { KubeObject, Ref } from '@kubewright/core'
import { PersistentVolumeClaim, Pod, ResourceQuota, Service } from '@kubewright/kubernetes'
import type { Resource } from '@kubewright/resource'
import { bearingConflicts } from '../conflicts.ts'
import type { Part } from '../part.ts'
import { writeStatus } from '../workloads/write-status.ts'
import { countedIn, quotaUsage } from './quota-usage.ts'

/** What is only counted is looked at this often. */
const period = '30s'

export function quotas(): Part {
  return { name: 'quotas', reporter: 'resourcequota-controller', controllers: [controller] }
}

const nearby = (
  { metadata }: KubeObject,
  { all }: { all: (kind: Resource, scope: { namespace?: string | undefined }) => readonly Ref[] },
) => all(ResourceQuota, { namespace: metadata.namespace })

const controller = defineController({
  name: 'quotas',
  for: ResourceQuota,
  watches: [
    watch(Pod, { when: changed(({ spec, status }) => [spec.containers, status?.phase]), requests: nearby }),
    watch(Service, { when: changed(({ spec }) => spec?.type), requests: nearby }),
    watch(PersistentVolumeClaim, { when: changed(({ spec }) => spec?.resources), requests: nearby }),
  ],
  reconcile: bearingConflicts(reconcile),
})

async function reconcile(quota: ResourceQuota, ctx: Context): Promise<Outcome> {
  const { cache } = ctx
  const { namespace } = quota.metadata
  const here = namespace === undefined ? {} : { namespace }
  const counts = new Map<string, number>()
  for (const name of countedIn(quota)) {
    const count = await countOf(name, here, ctx)
    if (count !== undefined) counts.set(name, count)
  }
  const used = quotaUsage(quota, {
    pods: cache.list(Pod, here),
    services: cache.list(Service, here),
    claims: cache.list(PersistentVolumeClaim, here),
    counts,
  })
  await writeStatus(ctx, ResourceQuota, quota, { hard: quota.spec?.hard, used })
  return again(period)
}

/** `undefined` for what nobody serves. */
async function countOf(
  name: string,
  here: { readonly namespace?: string },
  { client, signal }: Context,
): Promise<number | undefined> {
  const [resource = '', ...group] = name.split('.')
  const { resources } = await client.discoverAll({ signal })
  const found = resources.find((one) => one.plural === resource && one.group === group.join('.'))
  if (found === undefined) return undefined
  try {
    return (await client.metadata.list(found, { ...here, signal })).items.length
  } catch (error) {
    if (!isUnknownKind(error)) throw error
    return undefined
  }
}
