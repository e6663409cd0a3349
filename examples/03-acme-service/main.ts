/** Runs the operator on the cluster that KUBECONFIG names; `npm start` gives it one of its own. */
import { loadConfig } from '@kubewright/client'
import { createManager, untilSignal } from '@kubewright/manager'
import { acmeServices } from './acme-services.ts'

const manager = createManager({ connection: await loadConfig(), controllers: [acmeServices] })
await manager.run(untilSignal('SIGTERM', 'SIGINT'))
