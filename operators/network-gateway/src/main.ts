/**
 * Runs a gateway on this node. `--uninstall` instead removes everything it ever created here. `--accept` works on the cluster
 * of the current kubeconfig: see `accept.ts`.
 */
import { runOnNode } from 'network-route-operator'
import { accept } from './accept.ts'
import { gatewayOperator } from './operator.ts'

if (process.argv.includes('--accept')) console.log(await accept(process.argv.slice(2)))
else await runOnNode(gatewayOperator)
