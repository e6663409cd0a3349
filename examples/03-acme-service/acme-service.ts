import { defineResource, type ObjectOf } from '@kubewright/resource'
import { z } from 'zod'

/** A microservice the way ACME deploys them. */
export const AcmeService = defineResource({
  group: 'acme.dev',
  version: 'v1',
  kind: 'AcmeService',
  scope: 'Namespaced',
  spec: z.object({
    team: z.string().min(1).max(63).describe('Whom to call when it breaks.'),
    replicas: z.int().min(0).max(100).default(1),
    imageName: z.string().min(1).describe('The image, without its version.'),
    imageVersion: z.string().min(1).default('latest'),
    port: z.int().min(1).max(65_535).describe('Where it answers HTTP.'),
    labels: z.record(z.string(), z.string()).default({}),
    environment: z.record(z.string(), z.string()).default({}),
  }),
  status: z.object({
    ip: z.string().optional().describe('Where the service answers inside the cluster.'),
    hostname: z.string().optional(),
  }),
  conditions: ['Ready'],
  columns: {
    Team: '.spec.team',
    Version: '.spec.imageVersion',
    IP: '.status.ip',
    Ready: '.status.conditions[?(@.type=="Ready")].status',
  },
})

export type AcmeService = ObjectOf<typeof AcmeService>
