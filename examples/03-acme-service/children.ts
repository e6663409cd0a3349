/** The child objects of a microservice. Pure: the same service always yields the same children. */
import { Deployment, manifest, Service } from 'kubewright'
import type { AcmeService } from './acme-service.ts'

/** @param more environment variables in addition to those of the spec */
export function childrenOf({ metadata: { name }, spec }: AcmeService, more: Readonly<Record<string, string>> = {}) {
  const selector = { 'app.kubernetes.io/name': name }
  // The company's labels come last, so a team cannot override them.
  const labels = { ...spec.labels, 'acme.dev/team': spec.team, ...selector }
  const environment = Object.entries({ ...more, ...spec.environment }).map(([key, value]) => ({ name: key, value }))
  return {
    deployment: manifest(Deployment, {
      metadata: { name, labels },
      spec: {
        replicas: spec.replicas,
        selector: { matchLabels: selector },
        template: {
          metadata: { labels },
          spec: {
            containers: [
              {
                name: 'service',
                image: `${spec.imageName}:${spec.imageVersion}`,
                // Set explicitly: the API server defaults this field only on creation, from the first tag, and does not update
                // it for later tags.
                imagePullPolicy: spec.imageVersion === 'latest' ? 'Always' : 'IfNotPresent',
                env: environment,
                ports: [{ name: 'http', containerPort: spec.port }],
                readinessProbe: { tcpSocket: { port: 'http' } },
              },
            ],
          },
        },
      },
    }),
    service: manifest(Service, {
      metadata: { name, labels },
      spec: { selector, ports: [{ name: 'http', port: 80, targetPort: 'http' }] },
    }),
  }
}
