/** What others need of this example: the reconciler, and what it is made with. */
export { AcmeServiceReconciler } from './acme-service-reconciler.ts'
export { CompanyEnvironment } from './company-environment.ts'
