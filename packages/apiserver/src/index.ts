/** An embeddable Kubernetes API server. In the making: nothing here is promised yet. */
export { type HandlerParts, handleRequest } from './request-handler.ts'
