import { Deployment, Ingress, Service } from '@kubewright/kubernetes'
import { manifest } from '@kubewright/resource'
import type { Website } from './website.ts'

/** Pure: the same site always yields the same children. Test it with plain equality. */
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
    // `null` says "must not exist", so dropping the domain removes the Ingress.
    ingress: site.spec.domain ? manifest(Ingress, { metadata, spec: { rules: [{ host: site.spec.domain }] } }) : null,
  }
}
