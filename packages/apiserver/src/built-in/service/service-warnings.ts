/** Warnings about accepted Services. */
import type { Service } from '@kubewright/kubernetes/core/v1'
import { isBlank } from '../../validation/problems.ts'
import type { Unvalidated } from '../../object/unvalidated.ts'

export function serviceWarnings({ metadata, spec = {} }: Unvalidated<Service>): readonly string[] {
  const isHeadless = spec.type === 'ClusterIP' && spec.clusterIP === 'None'
  const isElsewhere = spec.type === 'ExternalName'
  const hasOutside = (spec.externalIPs ?? []).length > 0
  const remarks: readonly (readonly [boolean, string])[] = [
    [
      metadata?.annotations?.['service.kubernetes.io/topology-aware-hints'] !== undefined,
      'annotation service.kubernetes.io/topology-aware-hints is deprecated, please use service.kubernetes.io/topology-mode instead',
    ],
    [isHeadless && !isBlank(spec.loadBalancerIP), 'spec.loadBalancerIP is ignored for headless services'],
    [isHeadless && hasOutside, 'spec.externalIPs is ignored for headless services'],
    [isHeadless && spec.sessionAffinity !== 'None', 'spec.SessionAffinity is ignored for headless services'],
    [
      hasOutside && !isHeadless && !isElsewhere,
      'spec.externalIPs is deprecated and may no longer be implemented in some clusters',
    ],
    [isElsewhere && hasOutside, 'spec.externalIPs is ignored when spec.type is "ExternalName"'],
    [!isElsewhere && !isBlank(spec.externalName), 'spec.externalName is ignored when spec.type is not "ExternalName"'],
    [
      spec.trafficDistribution === 'PreferClose',
      'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"',
    ],
  ]
  return remarks.filter(([isTrue]) => isTrue).map(([, text]) => text)
}
