/** The transport of a client: one HTTP exchange with one server. */
export { createTransport, type TransportOptions } from './connection/index.ts'
export type { RequestScope, Transport, TransportBody, TransportRequest, TransportResponse } from './transport.ts'
