// Made by `npm run generate:kubernetes`; edits are lost.
import type { Definitions } from '../../../schema.ts'

export const definitions: Definitions = {
  'coordination/v1.Lease': {
    type: 'object',
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: 'meta/v1.ObjectMeta', default: {} },
      spec: { $ref: 'coordination/v1.LeaseSpec', default: {} },
    },
  },
  'coordination/v1.LeaseSpec': {
    type: 'object',
    properties: {
      acquireTime: { $ref: 'meta/v1.MicroTime' },
      holderIdentity: { type: 'string' },
      leaseDurationSeconds: { type: 'integer', format: 'int32' },
      leaseTransitions: { type: 'integer', format: 'int32' },
      preferredHolder: { type: 'string' },
      renewTime: { $ref: 'meta/v1.MicroTime' },
      strategy: { type: 'string' },
    },
  },
}
