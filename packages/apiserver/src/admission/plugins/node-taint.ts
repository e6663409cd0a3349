/** TaintNodesByCondition: taints a new node, so that it takes no pods until it is ready. */
import type { Node } from '@kubewright/kubernetes/core/v1'
import { unvalidated } from '../../object/unvalidated.ts'
import type { AdmissionPlugin } from '../../kinds/admission.ts'
import { isAboutItself } from './attributes.ts'

const notReady = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' } as const

export const taintNodesByCondition: AdmissionPlugin = {
  name: 'TaintNodesByCondition',
  admit(attributes) {
    const { operation, object } = attributes
    if (operation !== 'CREATE' || object === undefined || !isAboutItself(attributes, '', 'nodes')) return
    const spec = (unvalidated<Node>(object).spec ??= {})
    const taints = spec.taints ?? []
    if (taints.some(({ key, effect }) => key === notReady.key && effect === notReady.effect)) return
    spec.taints = [...taints, { ...notReady }]
  },
}
