/** PodResizeValidator: refuses to resize a running pod beyond the allocatable resources of its node. */
import { compareQuantities } from '@kubewright/core/quantities'
import { goQuote } from '@kubewright/core/go'
import type { Node, Pod } from '@kubewright/kubernetes/core/v1'
import { type Unvalidated, unvalidated } from '../../object/unvalidated.ts'
import type { AdmissionPlugin } from '../../kinds/admission.ts'
import { milliValue, readAmounts, wholeValue, zero } from './amounts.ts'
import { isAbout, refuse } from './attributes.ts'
import { podRequests } from './pod-amounts.ts'
import type { StoredObjects } from './stored-objects.ts'

export function podResizeValidator(objects: StoredObjects): AdmissionPlugin {
  return {
    name: 'PodResizeValidator',
    validate(attributes) {
      const { operation, subresource, object, oldObject } = attributes
      if (operation !== 'UPDATE' || subresource !== 'resize' || object === undefined) return
      const nodeName = unvalidated<Pod>(object).spec?.nodeName ?? ''
      if (!isAbout(attributes, '', 'pods') || nodeName === '') return
      if (oldObject?.metadata.generation === object.metadata.generation) return
      const node = objects.find<Node>('', 'nodes', nodeName)
      if (node === undefined) throw refuse(attributes, `node ${goQuote(nodeName)} not found`)
      const system = node.metadata?.labels?.['kubernetes.io/os'] ?? 'linux'
      if (system !== 'linux') {
        const why = `pod resize is only supported on linux nodes, node ${goQuote(nodeName)} is ${goQuote(system)}`
        throw refuse(attributes, why, [{ reason: 'UnsupportedPlatform' }])
      }
      const excess = excessOver(unvalidated<Pod>(object), node)
      if (excess.length === 0) return
      const why = `node didn't have enough allocatable resources: ${excess.join('; ')}`
      throw refuse(attributes, why, [{ reason: 'NodeCapacity' }])
    },
  }
}

const measures = [
  ['cpu', milliValue],
  ['memory', wholeValue],
] as const

const isPodLevel = (name: string) => /^(cpu|memory|hugepages-.*)$/.test(name)

function excessOver(pod: Unvalidated<Pod>, node: Unvalidated<Node>): readonly string[] {
  const requests = podRequests(pod, { withOverhead: true, withGiven: false, isPodLevel })
  const allocatable = readAmounts(node.status?.allocatable)
  return measures.flatMap(([name, unit]) => {
    const [asked, most] = [requests.get(name) ?? zero, allocatable.get(name) ?? zero]
    const isMore = compareQuantities(asked, most) > 0
    return isMore ? [`${name}, requested: ${unit(asked)}, allocatable: ${unit(most)}`] : []
  })
}
