export { acceptCluster, type AcceptRequest } from './accept.ts'
export { gatewayOperator, type GatewayOperator, type GatewayOptions } from './operator.ts'
