/** Runs the operator on the cluster in KUBECONFIG. `npm start` starts a local one. */
import { createManager, loadConfig, untilSignal } from 'kubewright'
import { operator } from './operator.ts'

const { controllers, webhooks } = operator
const manager = createManager({ connection: await loadConfig(), controllers, webhooks })
await manager.run(untilSignal('SIGTERM', 'SIGINT'))
