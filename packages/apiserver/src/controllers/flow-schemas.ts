/** Maintains the `Dangling` condition of FlowSchemas: whether their priority level exists. */
import type { FlowSchema } from '@kubewright/kubernetes/flowcontrol/v1'
import { unvalidated } from '../object/unvalidated.ts'
import type { Machinery } from '../kinds/call.ts'
import { followConditions } from './condition-following.ts'

const group = 'flowcontrol.apiserver.k8s.io'
const levels = `prioritylevelconfigurations.${group}`

export function followFlowSchemas(machinery: Machinery): AsyncDisposable {
  return followConditions(machinery, {
    group,
    plural: 'flowschemas',
    because: [levels],
    manager: 'api-priority-and-fairness-config-consumer-v1',
    operation: 'Apply',
    conditionOf(live) {
      const name = unvalidated<FlowSchema>(live).spec?.priorityLevelConfiguration?.name ?? ''
      const isThere = machinery.store.collection(levels).read(name) !== undefined
      const what = `This FlowSchema references the PriorityLevelConfiguration object named ${JSON.stringify(name)}`
      return isThere
        ? { type: 'Dangling', status: 'False', reason: 'Found', message: `${what} and it exists` }
        : { type: 'Dangling', status: 'True', reason: 'NotFound', message: `${what} but there is no such object` }
    },
  })
}
