/** Runs the operator on the cluster of its pod, or that of KUBECONFIG. */
import { detectExposure } from '@kubewright/stack'
import { createClient, createManager, loadConfig, untilSignal } from 'kubewright'
import { operatorName } from './names.ts'
import { operatorWith } from './operator.ts'

const connection = await loadConfig()
await using client = createClient(connection, { fieldManager: operatorName })
const {
  resources: _,
  namespace: _2,
  ...operator
} = operatorWith({
  exposure: await detectExposure(client),
  client: () => client,
})
const manager = createManager({ connection, ...operator })
await manager.run(untilSignal('SIGTERM', 'SIGINT'))
