import { defineResource, type InputOf, type ObjectOf } from '@kubewright/resource'
import { z } from 'zod'

/** A static website: one image, some replicas, perhaps a domain. */
export const Website = defineResource({
  group: 'web.example.dev',
  version: 'v1alpha1',
  kind: 'Website',
  scope: 'Namespaced',
  spec: z.object({
    image: z.string().describe('Container image that serves the site.'),
    replicas: z.int().min(0).max(50).default(1),
    domain: z.string().max(253).optional(),
  }),
  status: z.object({ url: z.url().optional() }),
  conditions: ['Ready', 'DomainVerified'],
  columns: { URL: '.status.url' },
})

export type Website = ObjectOf<typeof Website>
export type WebsiteInput = InputOf<typeof Website>
