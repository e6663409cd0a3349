/** ComponentStatuses, which are deprecated. */
import type { ComponentStatus } from '@kubewright/kubernetes/core/v1'
import type { KindBehavior } from '../kind-behavior.ts'
import { unvalidated } from '../../object/unvalidated.ts'

const asComponent = unvalidated<ComponentStatus>

export const componentStatus: KindBehavior = {
  deprecation: 'v1 ComponentStatus is deprecated in v1.19+',
  cells(object) {
    const healthy = asComponent(object).conditions?.find(({ type }) => type === 'Healthy')
    const state = healthy === undefined ? 'Unknown' : healthy.status === 'True' ? 'Healthy' : 'Unhealthy'
    return [object.metadata.name, state, healthy?.message ?? '', healthy?.error ?? '']
  },
}
