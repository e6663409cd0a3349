/** DefaultTolerationSeconds: pods tolerate a node that is not ready or unreachable for five minutes. */
import type { Pod, Toleration } from '@kubewright/kubernetes/core/v1'
import { type Unvalidated, unvalidated } from '../../object/unvalidated.ts'
import type { AdmissionPlugin } from '../../kinds/admission.ts'
import { isAboutItself } from './attributes.ts'

const taints = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'] as const
const patienceSeconds = 300

export const defaultTolerationSeconds: AdmissionPlugin = {
  name: 'DefaultTolerationSeconds',
  admit(attributes) {
    const { operation, object } = attributes
    const isWrite = operation === 'CREATE' || operation === 'UPDATE'
    if (!isWrite || object === undefined || !isAboutItself(attributes, '', 'pods')) return
    const spec = (unvalidated<Pod>(object).spec ??= {})
    const given = spec.tolerations ?? []
    const missing = taints.filter((taint) => !given.some((toleration) => tolerates(toleration, taint)))
    if (missing.length > 0) spec.tolerations = [...given, ...missing.map(toleration)]
  },
}

function tolerates({ key, effect }: Unvalidated<Toleration>, taint: string): boolean {
  return (!key || key === taint) && (!effect || effect === 'NoExecute')
}

function toleration(key: string): Toleration {
  return { key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: patienceSeconds }
}
