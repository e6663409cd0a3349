import { defineResource, type ObjectOf } from 'kubewright'
import { z } from 'zod'

export const acmeServiceSpec = z.object({
  team: z.string().min(1).max(63).describe('Team on call for the service.'),
  replicas: z.int().min(0).max(100).default(1),
  imageName: z.string().min(1).describe('The image, without the tag.'),
  imageVersion: z.string().min(1).default('latest'),
  port: z.int().min(1).max(65_535).describe('HTTP port.'),
  labels: z.record(z.string(), z.string()).default({}),
  environment: z.record(z.string(), z.string()).default({}),
})

export const acmeServiceStatus = z.object({
  ip: z.string().optional().describe('Cluster IP of the service.'),
  hostname: z.string().optional(),
})

/** A microservice, deployed according to ACME's conventions. */
export const AcmeService = defineResource({
  group: 'acme.dev',
  version: 'v1',
  kind: 'AcmeService',
  scope: 'Namespaced',
  spec: acmeServiceSpec,
  status: acmeServiceStatus,
  conditions: ['Ready'],
  columns: { Team: '.spec.team', Version: '.spec.imageVersion', IP: '.status.ip' },
})

export type AcmeService = ObjectOf<typeof AcmeService>
