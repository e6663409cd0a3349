/** What other operators need of this one. */
export { AcmeService, acmeServiceSpec, acmeServiceStatus } from './acme-service.ts'
export { acmeServices } from './acme-services.ts'
export { childrenOf } from './children.ts'
export { readinessOf, statusOf } from './status-of.ts'
