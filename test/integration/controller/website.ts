/** The operator of the guides: a website is a Deployment, a Service and perhaps an Ingress. */
import { again, defineController, done } from '@kubewright/controller'
import { Deployment, Ingress, Service } from '@kubewright/kubernetes'
import { defineResource, manifest, no, type ObjectOf, yes } from '@kubewright/resource'
import { z } from 'zod'

export const Website = defineResource({
  group: 'web.example.dev',
  version: 'v1alpha1',
  kind: 'Website',
  scope: 'Namespaced',
  spec: z.object({
    image: z.string().describe('Container image that serves the site.'),
    replicas: z.int().min(0).max(50).default(1),
    domain: z.string().max(253).optional(),
    tlsSecretName: z.string().optional(),
  }),
  status: z.object({ url: z.url().optional() }),
  conditions: ['Ready', 'DomainVerified'],
  columns: { URL: '.status.url' },
})
export type Website = ObjectOf<typeof Website>

export function childrenOf(site: Website) {
  const labels = { app: site.metadata.name }
  const metadata = { name: site.metadata.name, labels }
  return {
    deployment: manifest(Deployment, {
      metadata,
      spec: {
        replicas: site.spec.replicas,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: 'site', image: site.spec.image }] } },
      },
    }),
    service: manifest(Service, { metadata, spec: { selector: labels, ports: [{ port: 80 }] } }),
    ingress: site.spec.domain
      ? manifest(Ingress, {
          metadata,
          spec: {
            defaultBackend: { service: { name: site.metadata.name, port: { number: 80 } } },
            rules: [{ host: site.spec.domain }],
          },
        })
      : null,
  }
}

export const websites = defineController({
  name: 'websites',
  for: Website,
  owns: [Deployment, Service, Ingress],

  async reconcile(site, ctx) {
    const { deployment } = await ctx.own(childrenOf(site))
    const running = deployment.status?.readyReplicas ?? 0
    const ready = running === site.spec.replicas
    await ctx.setStatus(
      { url: `https://${site.spec.domain ?? site.metadata.name}` },
      { Ready: ready ? yes('Serving') : no('Starting', `${running} of ${site.spec.replicas} replicas are ready`) },
    )
    return ready ? done() : again('1m')
  },
})
