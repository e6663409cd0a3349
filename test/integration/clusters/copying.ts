/** Shared helpers for tests of several clusters. */
import { defineController, done } from '@kubewright/controller'
import type { ControllerOptions } from '@kubewright/controller'
import { ConfigMap } from '@kubewright/kubernetes'
import type { Client } from '@kubewright/client'
import type { Transport } from '@kubewright/client/transport'
import type { Run } from '@kubewright/testing'

/** Copies every labelled ConfigMap of other clusters to home, and reports back in it. */
export function inventory(options: Partial<ControllerOptions<typeof ConfigMap>> = {}) {
  return defineController({
    name: 'inventory',
    for: ConfigMap,
    scope: { labels: 'inventory=true' },
    clusters: 'remote',
    uses: [
      { resource: ConfigMap, verbs: ['patch'], because: 'answers in them' },
      { resource: ConfigMap, verbs: ['create', 'patch'], because: 'lists them at home', cluster: 'home' },
    ],
    async reconcile({ metadata, data }, ctx) {
      const value = data?.['value'] ?? ''
      const copy = { name: `${ctx.cluster.name}-${metadata.name}`, namespace: 'default' }
      await ctx.clusters.home.client.apply(ConfigMap, { metadata: copy, data: { value } }, { signal: ctx.signal })
      if (data?.['seen'] !== value) await ctx.client.patch(ConfigMap, metadata, { data: { seen: value } })
      return done()
    },
    ...options,
  })
}

export async function mark(client: Client, name: string, value: string): Promise<void> {
  const metadata = { name, namespace: 'default', labels: { inventory: 'true' } }
  await client.apply(ConfigMap, { metadata, data: { value } }, { fieldManager: 'user', force: true })
}

/** The copies at home: `b-one=1`. */
export async function listed(client: Client): Promise<readonly string[]> {
  const { items } = await client.list(ConfigMap, { namespace: 'default' })
  return items
    .filter(({ metadata }) => metadata.name !== 'kube-root-ca.crt' && metadata.labels?.['inventory'] === undefined)
    .map(({ metadata, data }) => `${metadata.name}=${data?.['value'] ?? ''}`)
    .sort()
}

/** Whether the latest value in a cluster was seen. */
export async function isSeen(client: Client, name: string): Promise<boolean> {
  const { data } = await client.get(ConfigMap, { name, namespace: 'default' })
  return data?.['seen'] === data?.['value']
}

/** The phases of all clusters but home, by name. */
export function phases({ manager }: Run): Readonly<Record<string, string>> {
  return Object.fromEntries(manager.clusters.states.map(({ name, phase }) => [name, phase]))
}

/** The readiness check of one cluster. */
export async function readiness({ manager }: Run, cluster: string) {
  const [result] = await manager.checks.ready.run([`cluster:${cluster}`])
  return result
}

/** A transport that records writes. */
export function recorded(transport: Transport): Transport & { readonly writes: string[] } {
  const writes: string[] = []
  return {
    ...transport,
    writes,
    send(request) {
      if (request.method !== 'GET') writes.push(`${request.method} ${request.path.split('?')[0]}`)
      return transport.send(request)
    },
  }
}
