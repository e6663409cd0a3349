/** Both operators in one process: one connection, one cache, one stop. `npm start` gives it a cluster of its own. */
import { cloudFromEnvironment, cloudRedises } from 'example-cloud-redis'
import { createManager, loadConfig, untilSignal } from 'kubewright'
import { acmeServices } from './acme-services.ts'

await using cloud = await cloudFromEnvironment(process.env, console.log)
const manager = createManager({ connection: await loadConfig(), controllers: [cloudRedises(cloud), acmeServices] })
await manager.run(untilSignal('SIGTERM', 'SIGINT'))
