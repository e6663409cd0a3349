/** TaintNodesByCondition: a new node takes no pods until somebody has seen it ready. */
import type { Node } from '@kubewright/kubernetes/core/v1'
import { loosely } from '../../built-in/loose.ts'
import type { AdmissionPlugin } from '../admission.ts'
import { isAboutItself } from './attributes.ts'

const notReady = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' } as const

export const taintNodesByCondition: AdmissionPlugin = {
  name: 'TaintNodesByCondition',
  admit(attributes) {
    const { operation, object } = attributes
    if (operation !== 'CREATE' || object === undefined || !isAboutItself(attributes, '', 'nodes')) return
    const spec = (loosely<Node>(object).spec ??= {})
    const taints = spec.taints ?? []
    if (taints.some(({ key, effect }) => key === notReady.key && effect === notReady.effect)) return
    spec.taints = [...taints, { ...notReady }]
  },
}
