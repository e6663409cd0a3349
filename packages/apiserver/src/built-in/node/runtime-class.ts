/** RuntimeClasses. */
import type { RuntimeClass } from '@kubewright/kubernetes/node/v1'
import type { Draft } from '../../object/draft.ts'
import { labelErrors } from '../../object/meta-rules.ts'
import { labelsOf } from '../../validation/label-selector.ts'
import { requiredName, unchanged } from '../../validation/problems.ts'
import { type Amounts, requirementProblems } from '../../validation/resources.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { unvalidated } from '../../object/unvalidated.ts'
import { tolerationProblems } from '../pod/scheduling-checks.ts'
import { ageOf } from '../table/cells.ts'

const asRuntime = unvalidated<RuntimeClass>

export const runtimeClass: KindBehavior = {
  *validate(object) {
    const { handler, overhead, scheduling } = asRuntime(object)
    yield* requiredName('dns1123Label', handler, 'handler')
    if (overhead?.podFixed) yield* requirementProblems({ limits: overhead.podFixed as Amounts }, 'overhead')
    if (scheduling === undefined) return
    yield* labelErrors(labelsOf(scheduling.nodeSelector), 'scheduling.nodeSelector')
    yield* tolerationProblems(scheduling.tolerations, 'scheduling.tolerations')
  },
  validateUpdate: (object: Draft, old: Draft) =>
    unchanged(asRuntime(object).handler, asRuntime(old).handler, 'handler'),
  cells: (object, nowMs) => [object.metadata.name, asRuntime(object).handler ?? '', ageOf(object, nowMs)],
}
