import { withRules } from '@kubewright/resource'
import { defineResource, type ObjectOf } from 'kubewright'
import { z } from 'zod'

/** A Redis instance in a cloud. */
export const CloudRedis = defineResource({
  group: 'operator.cloudredis.io',
  version: 'v1',
  kind: 'CloudRedis',
  scope: 'Namespaced',
  spec: withRules(
    z.object({
      name: z
        .string()
        .regex(/^[a-z]([-a-z0-9]{0,38}[a-z0-9])?$/)
        .describe('Name of the instance in the cloud.'),
      memorySizeGb: z.int().min(1).max(300),
      tier: z.enum(['BASIC', 'STANDARD_HA']).default('BASIC'),
    }),
    [
      { rule: 'self.name == oldSelf.name', message: 'an instance cannot be renamed' },
      { rule: 'self.tier == oldSelf.tier', message: 'an instance stays in its tier' },
    ],
  ),
  status: z.object({
    id: z.string().optional(),
    state: z.string().optional(),
    createdAt: z.iso.datetime().optional(),
    location: z.string().optional(),
    host: z.string().optional(),
    port: z.int().optional(),
  }),
  conditions: ['Ready'],
  columns: { Instance: '.spec.name', State: '.status.state', Host: '.status.host', Port: '.status.port' },
})

export type CloudRedis = ObjectOf<typeof CloudRedis>
