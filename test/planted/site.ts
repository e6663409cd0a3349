/** The resource of most operators in the corpus, and shared helpers. */
import { defineController, type Controller, type ControllerOptions } from '@kubewright/controller'
import { defineResource, type ObjectOf } from '@kubewright/resource'
import { z } from 'zod'

export const Site = defineResource({
  group: 'planted.example.dev',
  version: 'v1',
  kind: 'Site',
  scope: 'Namespaced',
  spec: z.object({
    title: z.string().default('untitled'),
    replicas: z.int().min(0).default(1),
    color: z.string().optional(),
    zone: z.enum(['a', 'b']).default('a'),
    isOpen: z.boolean().default(true),
  }),
  status: z.object({ note: z.string().optional(), count: z.int().optional(), child: z.string().optional() }),
  conditions: ['Ready'],
})

export type Site = ObjectOf<typeof Site>

export const blog = { name: 'blog', namespace: 'default' }
export const shop = { name: 'shop', namespace: 'default' }

/** A controller of sites. */
export function sites(options: Omit<ControllerOptions<typeof Site>, 'for' | 'name'>): readonly Controller[] {
  return [defineController({ name: 'sites', for: Site, ...options })]
}

export function ownedBy({ metadata: { name, uid } }: Site) {
  const owner = { apiVersion: 'planted.example.dev/v1', kind: 'Site', name, uid, controller: true }
  return { ownerReferences: [owner] }
}
