/** The exports of this example: the reconciler and its dependency. */
export { AcmeServiceReconciler } from './acme-service-reconciler.ts'
export { CompanyEnvironment } from './company-environment.ts'
