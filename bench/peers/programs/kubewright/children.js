/** The owned objects of a Website. Pure. */
import { ConfigMap, Deployment, Ingress, Service } from '@kubewright/kubernetes'
import { manifest } from '@kubewright/resource'

export const hostOf = ({ metadata, spec }) => spec.domain ?? `${metadata.name}.example.com`

export function childrenOf(website) {
  const { name } = website.metadata
  const labels = { app: name }
  const metadata = { name, labels }
  return {
    page: manifest(ConfigMap, {
      metadata,
      data: { 'index.html': `<h1>${name}</h1>`, revision: String(website.spec.revision ?? 0) },
    }),
    deployment: manifest(Deployment, {
      metadata,
      spec: {
        replicas: website.spec.replicas,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: { containers: [{ name: 'site', image: website.spec.image, ports: [{ containerPort: 8080 }] }] },
        },
      },
    }),
    service: manifest(Service, { metadata, spec: { selector: labels, ports: [{ port: 80, targetPort: 8080 }] } }),
    ingress: manifest(Ingress, { metadata, spec: { rules: [ruleOf(website)] } }),
  }
}

function ruleOf(website) {
  const backend = { service: { name: website.metadata.name, port: { number: 80 } } }
  return { host: hostOf(website), http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }
}
