/** The replicated kind of the tests, and the destination of its objects. */
import { defineReplication, type Replication } from '@kubewright/replication'
import { defineResource } from '@kubewright/resource'
import { z } from 'zod'

export const Subnet = defineResource({
  group: 'net.example.dev',
  version: 'v1',
  kind: 'Subnet',
  scope: 'Namespaced',
  spec: z.object({ cidr: z.string(), note: z.string().optional() }),
  status: z.object({ given: z.string().optional() }),
  conditions: ['Replicated', 'Accepted'],
})

export const toLabelled: Replication = defineReplication({
  name: 'subnets',
  resource: Subnet,
  destination: ({ metadata }) => metadata.labels?.['example.dev/to']?.split('_'),
})
