/** The kind of the guides, and reviews of it as an API server sends them. */
import { defineResource } from '@kubewright/resource'
import { z } from 'zod'

export const Website = defineResource({
  group: 'web.example.dev',
  version: 'v1alpha1',
  kind: 'Website',
  scope: 'Namespaced',
  spec: z.object({
    image: z.string().describe('Container image that serves the site.'),
    replicas: z.int().min(0).max(50).default(1),
    domain: z.string().max(253).optional(),
    tlsSecretName: z.string().optional(),
  }),
  status: z.object({ url: z.url().optional() }),
  conditions: ['Ready', 'DomainVerified'],
  columns: { URL: '.status.url' },
})

export function websiteOf(spec: object = {}, metadata: object = {}) {
  return {
    apiVersion: 'web.example.dev/v1alpha1',
    kind: 'Website',
    metadata: { name: 'blog', namespace: 'default', uid: 'u1', ...metadata },
    spec: { image: 'nginx:1', replicas: 1, ...spec },
  }
}

/** A review of a write of a website, with overrides. */
export function reviewOf(request: object = {}) {
  return {
    apiVersion: 'admission.k8s.io/v1',
    kind: 'AdmissionReview',
    request: {
      uid: 'review-1',
      kind: { group: 'web.example.dev', version: 'v1alpha1', kind: 'Website' },
      resource: { group: 'web.example.dev', version: 'v1alpha1', resource: 'websites' },
      name: 'blog',
      namespace: 'default',
      operation: 'CREATE',
      userInfo: { username: 'alice', groups: ['editors', 'system:authenticated'], extra: { scopes: ['a', 'b'] } },
      object: websiteOf(),
      oldObject: null,
      dryRun: false,
      options: null,
      ...request,
    },
  }
}
