/**
 * All assigned networks of this cluster, in one object named `cluster`.
 *
 * Every assignment and release is one update of this object with its `resourceVersion`, so two writers can never assign the same network.
 * It is spec, not status: it cannot be recomputed from other objects, and backups keep it.
 *
 * See decision 0342.
 */
import { defineResource, listMap, type ObjectOf } from '@kubewright/resource'
import { z } from 'zod'
import { networkGroup, networkVersion } from '../names.ts'
import { cidr } from './schema.ts'

/** The kind AddressLedger: a singleton with all networks that this cluster has assigned. */
export const AddressLedger = defineResource({
  group: networkGroup,
  version: networkVersion,
  kind: 'AddressLedger',
  scope: 'Cluster',
  spec: z.object({
    assigned: listMap(z.object({ name: z.string().max(80), given: cidr }), ['name']).default([]),
  }),
})

export interface AddressLedger extends ObjectOf<typeof AddressLedger> {}

/** The name of the singleton. */
export const ledgerName = 'cluster'
