/** An operator with a planted bug: the Secret is created only together with the ConfigMap. */
import { defineController, done } from '@kubewright/controller'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { defineResource } from '@kubewright/resource'
import { z } from 'zod'

export const Site = defineResource({
  group: 'web.example.dev',
  version: 'v1',
  kind: 'Site',
  scope: 'Namespaced',
  spec: z.object({ title: z.string() }),
})

export const sites = defineController({
  name: 'sites',
  for: Site,
  owns: [ConfigMap, Secret],
  async reconcile(site, ctx) {
    const { name, namespace, uid } = site.metadata
    const owner = { apiVersion: 'web.example.dev/v1', kind: 'Site', name, uid, controller: true }
    const metadata = { name, namespace: namespace!, ownerReferences: [owner] }
    if (ctx.cache.get(ConfigMap, metadata) === undefined) {
      await ctx.client.create(ConfigMap, { metadata, data: { title: site.spec.title } })
      await ctx.client.create(Secret, { metadata, stringData: { password: 'x' } })
    }
    return done()
  },
})
