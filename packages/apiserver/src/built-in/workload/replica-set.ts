/** ReplicaSets, and their predecessor ReplicationControllers. */
import type { ReplicaSet, ReplicaSetStatus } from '@kubewright/kubernetes/apps/v1'
import type { ReplicationController } from '@kubewright/kubernetes/core/v1'
import type { Draft } from '../../object/draft.ts'
import { invalid, required } from '../../status/field-error.ts'
import { matcherOf } from '../../validation/label-selector.ts'
import { nonNegative, type Problems, unchanged } from '../../validation/problems.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { type Unvalidated, unvalidated } from '../../object/unvalidated.ts'
import { fillTemplate } from '../pod/pod-defaults.ts'
import { templateWarnings } from '../pod/pod-warnings.ts'
import { ageOf, containerCells, labelsCell, selectorCell, selectorText } from '../table/cells.ts'
import { type CountRules, countProblems, requiredSelector, runsForEver, selectedTemplate } from './template-fields.ts'

const as = unvalidated<ReplicaSet>
const asController = unvalidated<ReplicationController>

const tooMany = 'cannot be greater than status.replicas'

const counts: CountRules<Unvalidated<ReplicaSetStatus>> = {
  nonNegative: [
    'replicas',
    'fullyLabeledReplicas',
    'readyReplicas',
    'availableReplicas',
    'observedGeneration',
    'terminatingReplicas',
  ],
  atMost: [
    ['fullyLabeledReplicas', 'replicas', tooMany],
    ['readyReplicas', 'replicas', tooMany],
    ['availableReplicas', 'replicas', tooMany],
    ['availableReplicas', 'readyReplicas', 'cannot be greater than readyReplicas'],
  ],
}

const status: NonNullable<KindBehavior['status']> = {
  validateUpdate: (object) => countProblems(as(object).status ?? {}, counts),
}

export const replicaSet: KindBehavior = {
  fill(object) {
    const spec = (as(object).spec ??= {})
    fillTemplate((spec.template ??= {}))
    spec.replicas ??= 1
    zeroReplicas(object)
  },
  validate: problems,
  *validateUpdate(object, old) {
    yield* problems(object)
    yield* unchanged(as(object).spec?.selector, as(old).spec?.selector, 'spec.selector')
  },
  status,
  scale: { selectorText: (object) => selectorText(as(object).spec?.selector) },
  warnings: (object, old) =>
    templateWarnings(as(object).spec?.template?.spec ?? {}, 'spec.template.spec', [object, old]),
  cells(object, nowMs) {
    const { spec = {} } = as(object)
    return [
      ...countCells(object, nowMs),
      ...containerCells(spec.template?.spec?.containers),
      selectorCell(spec.selector),
    ]
  },
}

/** The only count that is serialized even when 0. */
function zeroReplicas(object: Draft): void {
  const counted = (as(object).status ??= {})
  counted.replicas ??= 0
}

function countCells(object: Draft, nowMs: number): readonly unknown[] {
  const { spec = {}, status: counted = {} } = as(object)
  const { replicas = 0, readyReplicas = 0 } = counted
  return [object.metadata.name, spec.replicas ?? 0, replicas, readyReplicas, ageOf(object, nowMs)]
}

function* problems(object: Draft): Problems {
  const { spec = {} } = as(object)
  const { selector, template = {} } = spec
  yield* nonNegative(spec.replicas, 'spec.replicas')
  yield* nonNegative(spec.minReadySeconds, 'spec.minReadySeconds')
  yield* requiredSelector(selector, 'spec.selector', 'deployment')
  if (matcherOf(selector) === undefined) return yield invalid('spec.selector', selector, 'invalid label selector')
  yield* selectedTemplate(template, 'spec.template', selector)
  yield* runsForEver(template, 'spec.template', 'ReplicaSet')
}

export const replicationController: KindBehavior = {
  fill(object) {
    const spec = (asController(object).spec ??= {})
    spec.replicas ??= 1
    zeroReplicas(object)
    if (spec.template === undefined) return
    fillTemplate(spec.template)
    const labels = spec.template.metadata?.labels as Record<string, string> | undefined
    if (labels === undefined) return
    if (Object.keys(spec.selector ?? {}).length === 0) spec.selector = { ...labels }
    if (Object.keys(object.metadata.labels ?? {}).length === 0) object.metadata.labels = { ...labels }
  },
  *validate(object) {
    const { spec = {} } = asController(object)
    const { selector = {}, template } = spec
    yield* nonNegative(spec.minReadySeconds, 'spec.minReadySeconds')
    if (Object.keys(selector).length === 0) yield required('spec.selector')
    yield* nonNegative(spec.replicas, 'spec.replicas')
    if (template === undefined) return yield required('spec.template')
    yield* selectedTemplate(template, 'spec.template', { matchLabels: selector })
    yield* runsForEver(template, 'spec.template', 'ReplicationController')
  },
  status,
  scale: { selectorText: (object) => plainSelector(asController(object).spec?.selector) },
  warnings: (object, old) =>
    templateWarnings(asController(object).spec?.template?.spec ?? {}, 'spec.template.spec', [object, old]),
  selectableFields: { 'status.replicas': (object) => String(asController(object).status?.replicas ?? 0) },
  cells(object, nowMs) {
    const { spec = {} } = asController(object)
    const containers = containerCells(spec.template?.spec?.containers)
    return [...countCells(object, nowMs), ...containers, labelsCell(spec.selector)]
  },
}

function plainSelector(labels: Readonly<Record<string, string | undefined>> | undefined): string {
  const text = labelsCell(labels)
  return text === '<none>' ? '' : text
}
