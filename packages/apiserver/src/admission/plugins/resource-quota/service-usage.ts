/** Usage of Services: their number, node ports and load balancers. */
import { parseQuantity } from '@kubewright/core/quantities'
import type { Service } from '@kubewright/kubernetes/core/v1'
import { unvalidated } from '../../../object/unvalidated.ts'
import type { Draft } from '../../../object/draft.ts'
import { type AmountMap, zero } from '../amounts.ts'
import type { Evaluator } from './evaluator.ts'
import { one } from './object-count.ts'

const counted = ['count/services', 'services', 'services.nodeports', 'services.loadbalancers']

export const serviceUsage: Evaluator = {
  handles: ({ operation, subresource }) => subresource === '' && (operation === 'CREATE' || operation === 'UPDATE'),
  counts: (name) => counted.includes(name),
  isIn: () => false,
  usageOf,
}

function usageOf(object: Draft): AmountMap {
  const { type, allocateLoadBalancerNodePorts, ports } = unvalidated<Service>(object).spec ?? {}
  const isBalanced = type === 'LoadBalancer'
  const all = ports ?? []
  const chosen = allocateLoadBalancerNodePorts === false ? all.filter(({ nodePort }) => nodePort) : all
  const onNodes = type === 'NodePort' ? all.length : isBalanced ? chosen.length : 0
  return new Map([
    ['count/services', one],
    ['services', one],
    ['services.loadbalancers', isBalanced ? one : zero],
    ['services.nodeports', parseQuantity(onNodes)],
  ])
}
