/** Runs the agent on this node. `--uninstall` removes everything it ever made here instead. */
import { routeOperator } from './operator.ts'
import { runOnNode } from './run-on-node.ts'

await runOnNode(routeOperator)
