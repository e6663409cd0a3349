// Made by `npm run generate:kubernetes`; edits are lost.
import { type StructuralType, structural } from '@kubewright/resource'
import type { LeaseInput, LeaseSpec } from '../../coordination/v1.ts'
import * as schemas from '../../structural/coordination/v1.ts'

export const lease = (): StructuralType<LeaseInput> => structural(schemas.Lease)

export const leaseSpec = (): StructuralType<LeaseSpec> => structural(schemas.LeaseSpec)
