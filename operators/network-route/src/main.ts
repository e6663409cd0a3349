/** Runs the agent on this node. `--uninstall` instead removes everything it ever created here. */
import { routeOperator } from './operator.ts'
import { runOnNode } from './run-on-node.ts'

await runOnNode(routeOperator)
