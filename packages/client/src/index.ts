/** A fast, fully typed client for any Kubernetes API server. */
export type { Transport, TransportBody, TransportRequest, TransportResponse } from './transport.ts'
