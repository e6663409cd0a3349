/** The exports of this example for other operators. */
export { AcmeService, acmeServiceSpec, acmeServiceStatus } from './acme-service.ts'
export { acmeServices } from './acme-services.ts'
export { childrenOf } from './children.ts'
export { readinessOf, statusOf } from './status-of.ts'
