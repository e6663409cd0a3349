/** Pods by their address. A finished pod does not need its address any more. */
import { index } from '@kubewright/controller'
import { Pod } from '@kubewright/kubernetes'

export const podsByAddress = index(Pod, 'by-address', ({ status }) =>
  status?.phase === 'Succeeded' || status?.phase === 'Failed' ? undefined : status?.podIP,
)
