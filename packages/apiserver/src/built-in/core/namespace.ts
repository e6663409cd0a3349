/** Namespaces. A namespace is removed once its content is gone and its controller has removed the finalizer. */
import type { Namespace } from '@kubewright/kubernetes/core/v1'
import type { Draft } from '../../object/draft.ts'
import { invalid } from '../../status/field-error.ts'
import { keepField } from '../built-in-strategy.ts'
import { each, named, type Problems } from '../../validation/problems.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { unvalidated } from '../../object/unvalidated.ts'
import { ageOf } from '../table/cells.ts'

const as = unvalidated<Namespace>
const ownFinalizer = 'kubernetes'

export const namespace: KindBehavior = {
  fill(object) {
    const { metadata } = object
    if (metadata.name) metadata.labels = { ...metadata.labels, 'kubernetes.io/metadata.name': metadata.name }
    const status = (as(object).status ??= {})
    status.phase ||= 'Active'
  },
  prepareForCreate(object) {
    const it = as(object)
    it.status = { phase: 'Active' }
    const spec = (it.spec ??= {})
    const finalizers = spec.finalizers ?? []
    if (!finalizers.includes(ownFinalizer)) spec.finalizers = [...finalizers, ownFinalizer]
  },
  prepareForUpdate: (object, old) => keepField(object, old, 'spec'),
  validate: (object) => finalizerProblems(object),
  *validateUpdate() {
    // The spec is restored from the stored object.
  },
  status: {
    *validateUpdate(object) {
      const { phase = '' } = as(object).status ?? {}
      const isGoing = object.metadata.deletionTimestamp !== undefined
      if (!isGoing && phase !== 'Active') {
        yield invalid('status.Phase', phase, "may only be 'Active' if `deletionTimestamp` is empty")
      }
      if (isGoing && phase !== 'Terminating') {
        yield invalid('status.Phase', phase, "may only be 'Terminating' if `deletionTimestamp` is not empty")
      }
    },
  },
  views: {
    finalize: {
      resetFields: ['status'],
      prepareForUpdate: (object, old) => keepField(object, old, 'status'),
      validateUpdate: (object) => finalizerProblems(object),
    },
  },
  deletion: {
    // The first deletion only sets the deletion timestamp, even if no finalizer is left.
    isHeld: (object) =>
      object.metadata.deletionTimestamp === undefined || (as(object).spec?.finalizers ?? []).length > 0,
    mark(object) {
      ;(as(object).status ??= {}).phase = 'Terminating'
      delete object.metadata.deletionGracePeriodSeconds
    },
  },
  selectableFields: { 'status.phase': (object) => as(object).status?.phase ?? '' },
  cells: (object, nowMs) => [object.metadata.name, as(object).status?.phase ?? '', ageOf(object, nowMs)],
}

function* finalizerProblems(object: Draft): Problems {
  for (const [finalizer] of each(as(object).spec?.finalizers, '')) {
    yield* named('qualifiedName', finalizer, 'spec.finalizers')
    if (!finalizer.includes('/') && finalizer !== ownFinalizer) {
      const problem = 'name is neither a standard finalizer name nor is it fully qualified'
      yield invalid('spec.finalizers', finalizer, problem)
    }
  }
}
