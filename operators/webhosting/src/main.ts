/** Runs the operator on the cluster of its pod, or that of KUBECONFIG. */
import { createManager, loadConfig, untilSignal } from 'kubewright'
import { formatManagerFlags } from 'kubewright/manager'
import { operatorWith } from './operator.ts'
import { readSettings, type Settings, usage } from './settings.ts'
import { siteMetrics } from './site-metrics.ts'

const settings = readOrExit()
const { resources: _, namespace: _2, ...operator } = operatorWith(settings)
const manager = createManager({ connection: await loadConfig(), ...operator, flags: settings.manager })
manager.metrics.add(siteMetrics(manager.cache))
await manager.run(untilSignal('SIGTERM', 'SIGINT'))

function readOrExit(): Settings {
  try {
    const read = readSettings(process.argv.slice(2), process.env)
    if (!read.isHelpWanted) return read
    console.log(`The webhosting operator.\n\n${usage}\n${formatManagerFlags()}`)
    process.exit(0)
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}\n${formatManagerFlags()}`)
    process.exit(2)
  }
}
