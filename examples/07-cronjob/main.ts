/** Runs the operator on the cluster that KUBECONFIG names; `npm start` gives it one of its own. */
import { createManager, loadConfig, untilSignal } from 'kubewright'
import { operator } from './operator.ts'

const { controllers, webhooks } = operator
const manager = createManager({ connection: await loadConfig(), controllers, webhooks })
await manager.run(untilSignal('SIGTERM', 'SIGINT'))
