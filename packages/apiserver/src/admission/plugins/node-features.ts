/** NodeDeclaredFeatureValidator: refuses updates of a running pod that need features its node does not declare. */
import { deepEqual } from '@kubewright/core/json'
import { goQuote } from '@kubewright/core/go'
import type { Node, Pod } from '@kubewright/kubernetes/core/v1'
import { type Unvalidated, unvalidated } from '../../object/unvalidated.ts'
import type { AdmissionPlugin } from '../../kinds/admission.ts'
import { isAbout, refuse } from './attributes.ts'
import { stays } from './pod-amounts.ts'
import type { StoredObjects } from './stored-objects.ts'

type Spec = NonNullable<Unvalidated<Pod>['spec']>

export function nodeDeclaredFeatureValidator(objects: StoredObjects): AdmissionPlugin {
  return {
    name: 'NodeDeclaredFeatureValidator',
    validate(attributes) {
      const { operation, subresource, object, oldObject } = attributes
      if (operation !== 'UPDATE' || !isAbout(attributes, '', 'pods')) return
      if (subresource !== '' && subresource !== 'resize') return
      if (object === undefined || oldObject === undefined) return
      const [spec = {}, old = {}] = [unvalidated<Pod>(object).spec, unvalidated<Pod>(oldObject).spec]
      const { nodeName = '' } = spec
      if (!nodeName || object.metadata.generation === oldObject.metadata.generation) return
      const needed = featuresFor(spec, old)
      if (needed.length === 0) return
      const node = objects.find<Node>('', 'nodes', nodeName)
      if (node === undefined) throw refuse(attributes, `node ${goQuote(nodeName)} not found`)
      const missing = needed.filter((feature) => !node.status?.declaredFeatures?.includes(feature))
      if (missing.length === 0) return
      const why = `pod update requires features ${missing.join(', ')} which are not available on node ${goQuote(nodeName)}`
      throw refuse(attributes, why)
    },
  }
}

/** Sorted by name. Other features concern immutable fields. */
function featuresFor(spec: Spec, old: Spec): readonly string[] {
  const isWholeResized = !deepEqual(spec.resources ?? null, old.resources ?? null)
  const isInitResized = (old.initContainers ?? []).some(
    (before, at) => !stays(before) && !deepEqual(before.resources ?? {}, spec.initContainers?.[at]?.resources ?? {}),
  )
  return [
    ...(isWholeResized ? ['InPlacePodLevelResourcesVerticalScaling'] : []),
    ...(isInitResized ? ['InPlacePodVerticalScalingInitContainers'] : []),
  ]
}
