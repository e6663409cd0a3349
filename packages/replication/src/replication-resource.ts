/** The `Replication` resource: selects at run time which objects are replicated, and where. */
import { defineResource } from '@kubewright/resource'
import { z } from 'zod'
import { domain } from './names.ts'

const requirement = z.object({
  key: z.string().min(1),
  operator: z.enum(['In', 'NotIn', 'Exists', 'DoesNotExist']),
  values: z.array(z.string()).optional(),
})

/** The custom resource `Replication`, by which users select objects and their destination peers at run time. */
export const ReplicationResource = defineResource({
  group: domain,
  version: 'v1alpha1',
  kind: 'Replication',
  scope: 'Cluster',
  spec: z.object({
    resource: z
      .object({
        group: z.string().describe('The group of the kind; empty for core kinds.').default(''),
        kind: z.string().min(1).describe('The kind, such as Subnet. Namespaced kinds only.'),
        version: z
          .string()
          .optional()
          .describe('The API version used for replication. Default: the preferred version.'),
      })
      .describe('The replicated kind. Its content is copied to peers; the status is copied back.'),
    selector: z
      .object({
        matchLabels: z.record(z.string(), z.string()).optional(),
        matchExpressions: z.array(requirement).optional(),
      })
      .optional()
      .describe('Only objects with these labels.'),
    namespaces: z.array(z.string()).optional().describe('Only objects in these namespaces.'),
    peers: z.array(z.string()).optional().describe('Peers that receive every selected object.'),
    destinationLabel: z
      .string()
      .optional()
      .describe('A label of the objects whose value names a further peer that receives the object.'),
    annotations: z
      .array(z.string())
      .optional()
      .describe('Keys of copied annotations; example.dev/* for all of a domain.'),
  }),
  status: z.object({}),
  conditions: ['Ready'],
  columns: {
    Kind: '.spec.resource.kind',
    Peers: '.spec.peers',
    Ready: '.status.conditions[?(@.type=="Ready")].status',
    Reason: '.status.conditions[?(@.type=="Ready")].reason',
  },
})
