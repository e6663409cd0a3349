/** The target ports of a service on one of its pods. Pure. */
import type { Pod, Service } from '@kubewright/kubernetes'
import type { ServicePort } from '@kubewright/kubernetes/core/v1'

export interface TargetPort {
  /** Empty for an unnamed port. */
  readonly name: string
  readonly port: number
  readonly protocol: 'SCTP' | 'TCP' | 'UDP'
  readonly appProtocol?: string
}

/** Leaves out named ports that the pod does not have. */
export function targetPorts({ spec }: Service, pod: Pod): readonly TargetPort[] {
  return (spec?.ports ?? []).flatMap((port) => {
    const number = numberOf(port, pod)
    if (number === undefined) return []
    const { name = '', protocol = 'TCP', appProtocol } = port
    return [{ name, port: number, protocol, ...(appProtocol === undefined ? {} : { appProtocol }) }]
  })
}

function numberOf({ port, targetPort, protocol = 'TCP' }: ServicePort, { spec }: Pod): number | undefined {
  if (typeof targetPort !== 'string') return targetPort || port
  const sidecars = (spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always')
  const ports = [...spec.containers, ...sidecars].flatMap((container) => container.ports ?? [])
  return ports.find((one) => one.name === targetPort && (one.protocol ?? 'TCP') === protocol)?.containerPort
}
