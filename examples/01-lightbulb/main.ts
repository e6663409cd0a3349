/** Runs the operator on the cluster in KUBECONFIG; `npm start` starts a local one. Without HUB_URL the hub is simulated. */
import { createManager, loadConfig, untilSignal } from 'kubewright'
import { hubAt } from './hub.ts'
import { lightBulbs } from './light-bulbs.ts'
import { startSimulatedHub } from './simulated-hub.ts'

await using house = process.env['HUB_URL'] === undefined ? await startSimulatedHub(console.log) : undefined
const hub = hubAt(process.env['HUB_URL'] ?? house!.url)
const manager = createManager({ connection: await loadConfig(), controllers: [lightBulbs(hub)] })
await manager.run(untilSignal('SIGTERM', 'SIGINT'))
