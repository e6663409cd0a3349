/** The whole program as it runs in a pod. Only type-checked here, since its ports and files are those of a pod. */
import { loadConfig } from '@kubewright/client'
import { leader } from '@kubewright/lease'
import { createManager, untilSignal } from '@kubewright/manager'
import { websiteAdmission } from './admission.ts'
import { domains } from './domains.ts'
import { websites } from './websites.ts'

const manager = createManager({
  connection: await loadConfig(), // KUBECONFIG, then the pod's service account, then ~/.kube/config
  coordination: leader({ lease: 'website-operator', namespace: 'web-system', duration: '15s', renewWithin: '10s' }),
  controllers: [websites, domains],
  webhooks: { port: 9443, certificates: '/etc/webhook/certs', serve: [websiteAdmission] },
  health: { port: 8081 },
  metrics: { port: 8080 },
  shutdownTimeout: '30s',
})

// Resolves after a clean stop; rejects if the lease is lost, so the process exits non-zero.
await manager.run(untilSignal('SIGTERM', 'SIGINT'))
