/** Parts of peering: announcements, and the options of its controllers. */
export type { ExchangeOptions } from './exchange/exchange.ts'
export { networkExchange } from './exchange/network-exchange.ts'
export type { GatewayOptions } from './peering/gateway-controller.ts'
export type { Announcement, PeeringOptions } from './peering/peering-controller.ts'
