/** CustomResourceDefinitions: their parts, and what a change of one does to stored objects. */
export { type Comparable, compareDefinitions } from './compare/compare-definitions.ts'
export type { Finding, Severity } from './compare/finding.ts'
export type { CrdColumn, CrdConversion, CrdScale, CrdVersion, CrdWebhook } from './custom-resource-definition.ts'
export type { CrdOptions } from './custom-resource.ts'
