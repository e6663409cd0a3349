import { createManager, loadConfig, untilSignal } from 'kubewright'
import { sites } from './sites.ts'

const manager = createManager({ connection: await loadConfig(), controllers: [sites] })
await manager.run(untilSignal('SIGTERM', 'SIGINT'))
