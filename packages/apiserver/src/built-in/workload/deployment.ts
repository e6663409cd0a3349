/** Deployments. */
import type { Deployment, DeploymentStatus, DeploymentStrategy } from '@kubewright/kubernetes/apps/v1'
import type { Draft } from '../../object/draft.ts'
import { forbidden, invalid, required, unsupported } from '../../status/field-error.ts'
import { amountOf, atMostAll, intOrPercent } from '../../validation/int-or-percent.ts'
import { matcherOf } from '../../validation/label-selector.ts'
import { nonNegative, type Problems, unchanged } from '../../validation/problems.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { type Unvalidated, unvalidated } from '../../object/unvalidated.ts'
import { fillTemplate } from '../pod/pod-defaults.ts'
import { templateWarnings } from '../pod/pod-warnings.ts'
import { ageOf, containerCells, selectorText } from '../table/cells.ts'
import {
  type CountRules,
  countProblems,
  neverLess,
  requiredSelector,
  runsForEver,
  selectedTemplate,
} from './template-fields.ts'

const as = unvalidated<Deployment>

export const deployment: KindBehavior = {
  fill(object) {
    const spec = (as(object).spec ??= {})
    fillTemplate((spec.template ??= {}))
    spec.replicas ??= 1
    const strategy = (spec.strategy ??= {})
    strategy.type ||= 'RollingUpdate'
    if (strategy.type === 'RollingUpdate') {
      const rolling = (strategy.rollingUpdate ??= {})
      rolling.maxUnavailable ??= '25%'
      rolling.maxSurge ??= '25%'
    }
    spec.revisionHistoryLimit ??= 10
    spec.progressDeadlineSeconds ??= 600
  },
  validate: problems,
  *validateUpdate(object, old) {
    yield* problems(object)
    yield* unchanged(as(object).spec?.selector, as(old).spec?.selector, 'spec.selector')
  },
  wanted: (object) => [object['spec'], object.metadata.annotations],
  status: {
    prepareForUpdate(object, old) {
      if (old.metadata.labels === undefined) delete object.metadata.labels
      else object.metadata.labels = old.metadata.labels
    },
    *validateUpdate(object, old) {
      const [now, before] = [as(object).status ?? {}, as(old).status ?? {}]
      yield* countProblems(now, counts)
      yield* neverLess(now.collisionCount, before.collisionCount, 'status.collisionCount')
    },
  },
  scale: { selectorText: (object) => selectorText(as(object).spec?.selector) },
  warnings: (object, old) =>
    templateWarnings(as(object).spec?.template?.spec ?? {}, 'spec.template.spec', [object, old]),
  cells(object, nowMs) {
    const { spec = {}, status = {} } = as(object)
    return [
      object.metadata.name,
      `${status.readyReplicas ?? 0}/${spec.replicas ?? 0}`,
      status.updatedReplicas ?? 0,
      status.availableReplicas ?? 0,
      ageOf(object, nowMs),
      ...containerCells(spec.template?.spec?.containers),
      selectorText(spec.selector),
    ]
  },
}

const tooMany = 'cannot be greater than status.replicas'

const counts: CountRules<Unvalidated<DeploymentStatus>> = {
  nonNegative: [
    'observedGeneration',
    'replicas',
    'updatedReplicas',
    'readyReplicas',
    'availableReplicas',
    'unavailableReplicas',
    'terminatingReplicas',
    'collisionCount',
  ],
  atMost: [
    ['updatedReplicas', 'replicas', tooMany],
    ['readyReplicas', 'replicas', tooMany],
    ['availableReplicas', 'replicas', tooMany],
    ['availableReplicas', 'readyReplicas', 'cannot be greater than readyReplicas'],
  ],
}

function* problems(object: Draft): Problems {
  const { spec = {} } = as(object)
  const { selector, template = {}, minReadySeconds, progressDeadlineSeconds } = spec
  yield* nonNegative(spec.replicas, 'spec.replicas')
  yield* requiredSelector(selector, 'spec.selector', 'deployment')
  if (matcherOf(selector) === undefined) yield invalid('spec.selector', selector, 'invalid label selector')
  else {
    yield* selectedTemplate(template, 'spec.template', selector)
    yield* runsForEver(template, 'spec.template', 'ReplicaSet')
  }
  yield* strategyProblems(spec.strategy ?? {}, 'spec.strategy')
  yield* nonNegative(minReadySeconds, 'spec.minReadySeconds')
  yield* nonNegative(spec.revisionHistoryLimit, 'spec.revisionHistoryLimit')
  yield* nonNegative(progressDeadlineSeconds, 'spec.progressDeadlineSeconds')
  if (progressDeadlineSeconds !== undefined && progressDeadlineSeconds <= (minReadySeconds ?? 0)) {
    yield invalid('spec.progressDeadlineSeconds', progressDeadlineSeconds, 'must be greater than minReadySeconds')
  }
}

function* strategyProblems(strategy: Unvalidated<DeploymentStrategy>, path: string): Problems {
  const { type, rollingUpdate } = strategy
  if (type === 'Recreate') {
    if (rollingUpdate !== undefined) {
      yield forbidden(`${path}.rollingUpdate`, "may not be specified when strategy `type` is 'Recreate'")
    }
  } else if (type !== 'RollingUpdate') {
    yield unsupported(path, { Type: type ?? '', RollingUpdate: rollingUpdate ?? null }, ['Recreate', 'RollingUpdate'])
  } else if (rollingUpdate === undefined) {
    yield required(`${path}.rollingUpdate`, 'this should be defaulted and never be nil')
  } else yield* rollingProblems(rollingUpdate, `${path}.rollingUpdate`)
}

function* rollingProblems(
  { maxUnavailable, maxSurge }: NonNullable<Unvalidated<DeploymentStrategy>['rollingUpdate']>,
  path: string,
): Problems {
  yield* intOrPercent(maxUnavailable, `${path}.maxUnavailable`)
  yield* intOrPercent(maxSurge, `${path}.maxSurge`)
  if (amountOf(maxUnavailable) === 0 && amountOf(maxSurge) === 0) {
    yield invalid(`${path}.maxUnavailable`, maxUnavailable, 'may not be 0 when `maxSurge` is 0')
  }
  yield* atMostAll(maxUnavailable, `${path}.maxUnavailable`)
}
