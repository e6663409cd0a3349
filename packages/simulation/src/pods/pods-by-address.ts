/** Finds who has an address. A pod that is over needs its no more. */
import { index } from '@kubewright/controller'
import { Pod } from '@kubewright/kubernetes'

export const podsByAddress = index(Pod, 'by-address', ({ status }) =>
  status?.phase === 'Succeeded' || status?.phase === 'Failed' ? undefined : status?.podIP,
)
