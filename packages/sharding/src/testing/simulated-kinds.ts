/** The kinds of a simulated operator: namespaced and cluster-scoped owners, and their children. */
import type { Resource } from '@kubewright/resource'

export const ring = 'websites'
/** Namespace of the leases. */
export const leaseNamespace = 'web-system'

export const Website = kind('Website', 'websites', 'Namespaced')
export const Page = kind('Page', 'pages', 'Namespaced')
/** Cluster-scoped, with namespaced children. */
export const Tenant = kind('Tenant', 'tenants', 'Cluster')
export const Quota = kind('Quota', 'quotas', 'Namespaced')

/** The kinds with their own key, and the kinds that follow them. */
export const owners: readonly Resource[] = [Website, Tenant]
export const childOf: Readonly<Record<string, Resource>> = { Website: Page, Tenant: Quota }
export const ownerOf: Readonly<Record<string, Resource>> = { Page: Website, Quota: Tenant }

function kind(name: string, plural: string, scope: Resource['scope']): Resource {
  return {
    group: 'web.example.dev',
    version: 'v1',
    kind: name,
    plural,
    singular: name.toLowerCase(),
    shortNames: [],
    categories: [],
    scope,
    subresources: [],
  }
}
