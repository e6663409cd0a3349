/** A peer's claim for addresses in this cluster, and its assignment. Named after the peer. */
import { defineResource, type ObjectOf } from '@kubewright/resource'
import { z } from 'zod'
import { networkGroup, networkVersion } from '../names.ts'
import { identity, networks } from './schema.ts'

/** The kind AddressClaim: the networks of a peer, and those assigned to it in this cluster. */
export const AddressClaim = defineResource({
  group: networkGroup,
  version: networkVersion,
  kind: 'AddressClaim',
  scope: 'Cluster',
  spec: z.object({
    wanted: networks.describe('Networks that the peer uses in its own cluster.'),
    identity: identity
      .optional()
      .describe(
        'UID of the namespace kube-system of the peer. A cluster with the same clusterId and another UID is refused.',
      ),
  }),
  status: z.object({ given: networks.optional().describe('Networks of the peer, as used in this cluster.') }),
  conditions: ['Assigned'],
  columns: { Wanted: '.spec.wanted.pod', Given: '.status.given.pod' },
})

export interface AddressClaim extends ObjectOf<typeof AddressClaim> {}
