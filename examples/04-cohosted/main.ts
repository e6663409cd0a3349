/** Both operators in one process: one connection, one cache, one graceful stop. `npm start` starts a local cluster. */
import { cloudFromEnvironment, cloudRedises } from 'example-cloud-redis'
import { createManager, loadConfig, untilSignal } from 'kubewright'
import { acmeServices } from './acme-services.ts'

await using cloud = await cloudFromEnvironment(process.env, console.log)
const manager = createManager({ connection: await loadConfig(), controllers: [cloudRedises(cloud), acmeServices] })
await manager.run(untilSignal('SIGTERM', 'SIGINT'))
