/** Runs the operator on the cluster in KUBECONFIG. `npm start` starts a local one. */
import { createManager, loadConfig, untilSignal } from 'kubewright'
import { postgresControllers } from './controllers.ts'
import { findPostgres, LocalPostgres } from './local-postgres.ts'

await using machine = new LocalPostgres(await findPostgres())
const manager = createManager({ connection: await loadConfig(), controllers: [...postgresControllers(machine)] })
await manager.run(untilSignal('SIGTERM', 'SIGINT'))
