/** Runs the operator on the cluster that KUBECONFIG names; `npm start` gives it one of its own. */
import { createManager, loadConfig, untilSignal } from 'kubewright'
import { acmeServices } from './acme-services.ts'

const manager = createManager({ connection: await loadConfig(), controllers: [acmeServices] })
await manager.run(untilSignal('SIGTERM', 'SIGINT'))
