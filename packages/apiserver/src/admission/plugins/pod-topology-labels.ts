/** PodTopologyLabels: copies the zone and region labels of a node to the pods assigned to it. */
import type { Binding, Node, Pod } from '@kubewright/kubernetes/core/v1'
import { unvalidated } from '../../object/unvalidated.ts'
import type { Draft } from '../../object/draft.ts'
import type { AdmissionPlugin } from '../../kinds/admission.ts'
import { isAbout } from './attributes.ts'
import type { StoredObjects } from './stored-objects.ts'

const copied = ['topology.kubernetes.io/region', 'topology.kubernetes.io/zone'] as const

export function podTopologyLabels(objects: StoredObjects): AdmissionPlugin {
  return {
    name: 'PodTopologyLabels',
    admit(attributes) {
      const { operation, subresource, object } = attributes
      if (operation !== 'CREATE' || object === undefined || !isAbout(attributes, '', 'pods')) return
      const nodeName = nodeOf(subresource, object)
      const node = nodeName ? objects.find<Node>('', 'nodes', nodeName) : undefined
      for (const label of copied) {
        const value = node?.metadata?.labels?.[label]
        if (value !== undefined) object.metadata.labels = { ...object.metadata.labels, [label]: value }
      }
    },
  }
}

/** The labels of a binding are copied to its pod. */
function nodeOf(subresource: string, object: Draft): string | undefined {
  if (subresource === '') return unvalidated<Pod>(object).spec?.nodeName
  if (subresource !== 'binding') return undefined
  const { target } = unvalidated<Binding>(object)
  return target?.kind === 'Node' ? target.name : undefined
}
