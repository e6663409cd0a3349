/** An embeddable Kubernetes API server. In the making: nothing here is promised yet. */
export type { ApiServer, ApiServerOptions, Endpoint, ListenAddress, TransportOptions } from './api-server.ts'
export type { User } from './auth/user.ts'
export type { LocalRequest, LocalResponse, LocalTransport } from './http/local-transport.ts'
export { startApiServer } from './start-api-server.ts'
