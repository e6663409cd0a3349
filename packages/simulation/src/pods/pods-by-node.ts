/** Pods by their node, including those that have none yet. */
import { index } from '@kubewright/controller'
import { Pod } from '@kubewright/kubernetes'

/** The key of unscheduled pods. It is not a valid node name. */
export const unplaced = '(unplaced)'

export const podsByNode = index(Pod, 'by-node', ({ spec }) =>
  spec.nodeName === undefined || spec.nodeName === '' ? unplaced : spec.nodeName,
)
