// Made by `npm run generate:kubernetes`; edits are lost.
import type { StructuralSchema } from '@kubewright/resource'
import { MicroTime, ObjectMeta } from '../meta/v1.ts'

export const LeaseSpec: StructuralSchema = {
  type: 'object',
  properties: {
    acquireTime: MicroTime,
    holderIdentity: { type: 'string' },
    leaseDurationSeconds: { type: 'integer', format: 'int32' },
    leaseTransitions: { type: 'integer', format: 'int32' },
    preferredHolder: { type: 'string' },
    renewTime: MicroTime,
    strategy: { type: 'string' },
  },
}

export const Lease: StructuralSchema = {
  type: 'object',
  properties: { apiVersion: { type: 'string' }, kind: { type: 'string' }, metadata: ObjectMeta, spec: LeaseSpec },
}
