/** Starts a program of this network on its node, from the environment of its pod. `--uninstall` removes everything instead. */
import { detectHost } from '@kubewright/network'
import { programRunner } from '@kubewright/network/kernel'
import { createClient, loadConfig, untilSignal } from 'kubewright'
import { systemClock } from 'kubewright/core'
import { createLogger } from 'kubewright/manager'
import type { NodeOptions } from './agent-manager.ts'
import { hostChoices } from './host-choices.ts'

export async function runOnNode(start: (options: NodeOptions) => { run(signal: AbortSignal): Promise<void> }) {
  const sysctlRoot = process.env['SYSCTL_ROOT']
  const choices = hostChoices(process.env)
  const host = await detectHost({ runner: programRunner(), clock: systemClock, sysctlRoot, ...choices })
  if (process.argv.includes('--uninstall')) {
    const commands = await host.kernel.uninstall()
    console.log(`removed everything of kubewright-network from this node (${commands} commands)`)
    return
  }
  const node = process.env['NODE_NAME']
  if (!node) throw new Error('NODE_NAME is not set: take it from spec.nodeName in the DaemonSet.')
  await using client = createClient(await loadConfig())
  const ports = { health: 8081, metrics: 8080, leaderMetrics: 8082 }
  await start({ client, node, host, ports, log: createLogger() }).run(untilSignal('SIGTERM', 'SIGINT'))
}
