import { acmeServiceSpec, acmeServiceStatus } from 'example-acme-service'
import { defineResource, type ObjectOf } from 'kubewright'
import { z } from 'zod'

/** The microservice of the previous example, with an optional Redis. */
export const AcmeService = defineResource({
  group: 'acme.dev',
  version: 'v1',
  kind: 'AcmeService',
  scope: 'Namespaced',
  spec: acmeServiceSpec.extend({
    redis: z.object({ memorySizeGb: z.int().min(1).max(300) }).optional(),
  }),
  status: acmeServiceStatus,
  conditions: ['Ready'],
  columns: { Team: '.spec.team', Version: '.spec.imageVersion', IP: '.status.ip' },
})

export type AcmeService = ObjectOf<typeof AcmeService>
