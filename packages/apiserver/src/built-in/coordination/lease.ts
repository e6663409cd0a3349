/** Leases. */
import type { Lease } from '@kubewright/kubernetes/coordination/v1'
import type { Draft } from '../../object/draft.ts'
import { invalid } from '../../status/field-error.ts'
import { nonNegative } from '../../validation/problems.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { unvalidated } from '../../object/unvalidated.ts'
import { ageOf } from '../table/cells.ts'

const asLease = unvalidated<Lease>

export const lease: KindBehavior = {
  prepareForCreate: dropCoordination,
  prepareForUpdate: dropCoordination,
  *validate(object) {
    const { leaseDurationSeconds: seconds, leaseTransitions } = asLease(object).spec ?? {}
    if (seconds !== undefined && seconds <= 0) {
      yield invalid('spec.leaseDurationSeconds', seconds, 'must be greater than 0')
    }
    yield* nonNegative(leaseTransitions, 'spec.leaseTransitions')
  },
  cells: (object, nowMs) => [object.metadata.name, asLease(object).spec?.holderIdentity ?? '', ageOf(object, nowMs)],
}

/** Drops two fields of a feature gate that is off by default. */
function dropCoordination(object: Draft): void {
  const { spec } = asLease(object)
  delete spec?.strategy
  delete spec?.preferredHolder
}
