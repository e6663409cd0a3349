/** What a microservice consists of. Pure: the same service always yields the same children. */
import { Deployment, manifest, Service } from 'kubewright'
import type { AcmeService } from './acme-service.ts'

/** @param more environment variables beside those of the spec */
export function childrenOf({ metadata: { name }, spec }: AcmeService, more: Readonly<Record<string, string>> = {}) {
  const selector = { 'app.kubernetes.io/name': name }
  // The company's labels come last: a team cannot take them away from its services.
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
                // The server would say it from the first version, and never again.
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
