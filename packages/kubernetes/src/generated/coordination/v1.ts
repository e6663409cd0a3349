// Made by `npm run generate:kubernetes`; edits are lost.
import type { AuthoredMeta, ObjectMeta } from '@kubewright/core'
import { type BuiltIn, builtIn } from '../../built-in.ts'
import type { MicroTime } from '../meta/v1.ts'

/** `leases` in `coordination.k8s.io/v1`, namespaced. */
export const Lease: BuiltIn<Lease, LeaseInput, never> = /*#__PURE__*/ builtIn({
  group: 'coordination.k8s.io',
  version: 'v1',
  kind: 'Lease',
  plural: 'leases',
  scope: 'Namespaced',
})

export interface Lease {
  readonly apiVersion: 'coordination.k8s.io/v1'
  readonly kind: 'Lease'
  readonly metadata: ObjectMeta
  readonly spec: LeaseSpec
}

export interface LeaseInput {
  readonly apiVersion?: 'coordination.k8s.io/v1' | undefined
  readonly kind?: 'Lease' | undefined
  readonly metadata: AuthoredMeta
  readonly spec?: LeaseSpec | undefined
}

export interface LeaseSpec {
  readonly acquireTime?: MicroTime | undefined
  readonly holderIdentity?: string | undefined
  readonly leaseDurationSeconds?: number | undefined
  readonly leaseTransitions?: number | undefined
  readonly preferredHolder?: string | undefined
  readonly renewTime?: MicroTime | undefined
  readonly strategy?: string | undefined
}
