/** Runs the operator on the cluster in KUBECONFIG. `npm start` starts a local one. */
import { createManager, loadConfig, untilSignal } from 'kubewright'
import { acmeServices } from './acme-services.ts'

const manager = createManager({ connection: await loadConfig(), controllers: [acmeServices] })
await manager.run(untilSignal('SIGTERM', 'SIGINT'))
