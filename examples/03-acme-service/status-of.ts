import { type Deployment, no, type Service, yes } from 'kubewright'
import type { AcmeService } from './acme-service.ts'

/** The status of a microservice, from its observed children. */
export function statusOf({ metadata: { name, namespace } }: AcmeService, service: Service) {
  const ip = service.spec?.clusterIP
  return { hostname: `${name}.${namespace}.svc`, ...(ip === undefined ? {} : { ip }) }
}

export function readinessOf({ spec: { replicas } }: AcmeService, deployment: Deployment) {
  const running = deployment.status?.readyReplicas ?? 0
  return running === replicas ? yes('Serving') : no('Starting', `${running} of ${replicas} replicas are ready`)
}
