/** What a simulated operator works on: owners within a namespace and without one, and what each of them makes. */
import type { Resource } from '@kubewright/resource'

export const ring = 'websites'
/** Where the leases are. */
export const leaseNamespace = 'web-system'

export const Website = kind('Website', 'websites', 'Namespaced')
export const Page = kind('Page', 'pages', 'Namespaced')
/** Without a namespace; what it makes has one. */
export const Tenant = kind('Tenant', 'tenants', 'Cluster')
export const Quota = kind('Quota', 'quotas', 'Namespaced')

/** What has a key of its own, and what goes where that goes. */
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
