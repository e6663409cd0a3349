/** Finds the pods of a node, and those that have none yet. */
import { index } from '@kubewright/controller'
import { Pod } from '@kubewright/kubernetes'

/** Under this name are the pods that nobody has placed: no node can be called so. */
export const unplaced = '(unplaced)'

export const podsByNode = index(Pod, 'by-node', ({ spec }) =>
  spec.nodeName === undefined || spec.nodeName === '' ? unplaced : spec.nodeName,
)
