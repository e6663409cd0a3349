/** Runs the operator on the cluster in KUBECONFIG. `npm start` starts a local one. */
import { createManager, loadConfig, untilSignal } from 'kubewright'
import { cloudRedises } from './cloud-redises.ts'
import { cloudFromEnvironment } from './cloud-from-environment.ts'

await using cloud = await cloudFromEnvironment(process.env, console.log)
const manager = createManager({ connection: await loadConfig(), controllers: [cloudRedises(cloud)] })
await manager.run(untilSignal('SIGTERM', 'SIGINT'))
