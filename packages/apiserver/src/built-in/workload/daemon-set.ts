/** DaemonSets. */
import type { DaemonSet, DaemonSetStatus, DaemonSetUpdateStrategy } from '@kubewright/kubernetes/apps/v1'
import type { Draft } from '../../object/draft.ts'
import { invalid, required, unsupported } from '../../status/field-error.ts'
import { amountOf, atMostAll, intOrPercent } from '../../validation/int-or-percent.ts'
import { isEmptySelector, labelsOf, matcherOf, selectorProblems } from '../../validation/label-selector.ts'
import { nonNegative, type Problems, unchanged } from '../../validation/problems.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { type Unvalidated, unvalidated } from '../../object/unvalidated.ts'
import { fillTemplate } from '../pod/pod-defaults.ts'
import { templateProblems } from '../pod/pod-spec-checks.ts'
import { templateWarnings } from '../pod/pod-warnings.ts'
import { ageOf, containerCells, labelsCell, selectorCell } from '../table/cells.ts'
import { type CountRules, countProblems, neverLess, runsForEver } from './template-fields.ts'

const as = unvalidated<DaemonSet>

/** Counts that are serialized even when 0. */
const alwaysWritten = ['currentNumberScheduled', 'numberMisscheduled', 'desiredNumberScheduled', 'numberReady'] as const

export const daemonSet: KindBehavior = {
  fill(object) {
    const it = as(object)
    const spec = (it.spec ??= {})
    fillTemplate((spec.template ??= {}))
    const strategy = (spec.updateStrategy ??= {})
    strategy.type ||= 'RollingUpdate'
    if (strategy.type === 'RollingUpdate') {
      const rolling = (strategy.rollingUpdate ??= {})
      rolling.maxUnavailable ??= 1
      rolling.maxSurge ??= 0
    }
    spec.revisionHistoryLimit ??= 10
    const status = (it.status ??= {})
    for (const field of alwaysWritten) status[field] ??= 0
    if (object.metadata.annotations?.[templateGeneration] === undefined) noteTemplateGeneration(object.metadata, 0)
  },
  prepareForCreate: ({ metadata }) => noteTemplateGeneration(metadata, 1),
  prepareForUpdate({ metadata, ...rest }, old) {
    // The template generation counts changes of the template. It is an annotation, because the API has no field for it.
    const before = Number(old.metadata.annotations?.[templateGeneration] ?? 0)
    const isChanged = JSON.stringify(templateOf(rest)) !== JSON.stringify(templateOf(old))
    noteTemplateGeneration(metadata, before + (isChanged ? 1 : 0))
  },
  validate: problems,
  *validateUpdate(object, old) {
    yield* unchanged(as(object).spec?.selector, as(old).spec?.selector, 'spec.selector')
    yield* problems(object)
  },
  status: {
    *validateUpdate(object, old) {
      const [now, before] = [as(object).status ?? {}, as(old).status ?? {}]
      yield* countProblems(now, counts)
      yield* neverLess(now.collisionCount, before.collisionCount, 'status.collisionCount')
    },
  },
  warnings: (object, old) =>
    templateWarnings(as(object).spec?.template?.spec ?? {}, 'spec.template.spec', [object, old]),
  cells(object, nowMs) {
    const { spec = {}, status = {} } = as(object)
    return [
      object.metadata.name,
      status.desiredNumberScheduled ?? 0,
      status.currentNumberScheduled ?? 0,
      status.numberReady ?? 0,
      status.updatedNumberScheduled ?? 0,
      status.numberAvailable ?? 0,
      labelsCell(spec.template?.spec?.nodeSelector),
      ageOf(object, nowMs),
      ...containerCells(spec.template?.spec?.containers),
      selectorCell(spec.selector),
    ]
  },
}

const templateGeneration = 'deprecated.daemonset.template.generation'

function noteTemplateGeneration(metadata: Draft['metadata'], count: number): void {
  metadata.annotations = { ...metadata.annotations, [templateGeneration]: String(count) }
}

function templateOf(object: object): unknown {
  return (object as { spec?: { template?: unknown } }).spec?.template
}

const counts: CountRules<Unvalidated<DaemonSetStatus>> = {
  nonNegative: [
    'currentNumberScheduled',
    'numberMisscheduled',
    'desiredNumberScheduled',
    'numberReady',
    'observedGeneration',
    'updatedNumberScheduled',
    'numberAvailable',
    'numberUnavailable',
    'collisionCount',
  ],
  atMost: [],
}

function* problems(object: Draft): Problems {
  const { spec = {} } = as(object)
  const { selector, template = {} } = spec
  yield* selectorProblems(selector, 'spec.selector')
  const matches = matcherOf(selector)
  if (matches !== undefined && !matches(labelsOf(template.metadata?.labels))) {
    const problem = '`selector` does not match template `labels`'
    yield invalid('spec.template.metadata.labels', template.metadata?.labels ?? null, problem)
  }
  if (selector !== undefined && isEmptySelector(selector)) {
    yield invalid('spec.selector', selector, 'empty selector is invalid for daemonset')
  }
  yield* templateProblems(template, 'spec.template')
  yield* runsForEver(template, 'spec.template', 'DaemonSet')
  yield* nonNegative(spec.minReadySeconds, 'spec.minReadySeconds')
  yield* strategyProblems(spec.updateStrategy ?? {}, 'spec.updateStrategy')
  yield* nonNegative(spec.revisionHistoryLimit, 'spec.revisionHistoryLimit')
}

function* strategyProblems({ type, rollingUpdate }: Unvalidated<DaemonSetUpdateStrategy>, path: string): Problems {
  if (type === 'OnDelete') return
  if (type !== 'RollingUpdate') {
    const shown = { Type: type ?? '', RollingUpdate: rollingUpdate ?? null }
    return yield unsupported(path, shown, ['RollingUpdate', 'OnDelete'])
  }
  if (rollingUpdate === undefined) return yield required(`${path}.rollingUpdate`)
  const { maxUnavailable, maxSurge } = rollingUpdate
  const [unavailable, surge] = [`${path}.rollingUpdate.maxUnavailable`, `${path}.rollingUpdate.maxSurge`]
  yield* intOrPercent(maxUnavailable, unavailable)
  yield* intOrPercent(maxSurge, surge)
  yield* atMostAll(maxUnavailable, unavailable)
  yield* atMostAll(maxSurge, surge)
  const [hasUnavailable, hasSurge] = [amountOf(maxUnavailable) !== 0, amountOf(maxSurge) !== 0]
  if (hasUnavailable && hasSurge) yield invalid(surge, maxSurge, 'may not be set when maxUnavailable is non-zero')
  if (!hasUnavailable && !hasSurge) yield required(unavailable, 'cannot be 0 when maxSurge is 0')
}
