export { agentManager, type NodeOptions } from './agent-manager.ts'
export { routeOperator } from './operator.ts'
export { runOnNode } from './run-on-node.ts'
