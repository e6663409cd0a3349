/** HorizontalPodAutoscalers, in both versions. */
import type {
  CrossVersionObjectReference,
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerSpec,
  HPAScalingRules,
  MetricIdentifier,
  MetricSpec,
  MetricTarget,
} from '@kubewright/kubernetes/autoscaling/v2'
import { getOwn } from '@kubewright/core/json'
import { compareQuantities, parseQuantity } from '@kubewright/core/quantities'
import { ownField } from '../../object/own-field.ts'
import type { Draft } from '../../object/draft.ts'
import { forbidden, invalid, required, unsupported } from '../../status/field-error.ts'
import { selectorProblems } from '../../validation/label-selector.ts'
import { each, isBlank, knownWord, named, nonNegative, type Problems, requiredName } from '../../validation/problems.ts'
import { containerResourceName, nonNegativeAmount } from '../../validation/resources.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { type Unvalidated, unvalidated } from '../../object/unvalidated.ts'
import { ageOf, firstOf, none, unset } from '../table/cells.ts'
import { cpuMetric, defaultUtilization, toStoredAutoscaler } from './autoscaler-conversion.ts'

const as = unvalidated<HorizontalPodAutoscaler>
type AnySpec = Unvalidated<HorizontalPodAutoscalerSpec>
type AnyMetric = Unvalidated<MetricSpec>

export const autoscaler: KindBehavior = {
  fill(object) {
    const it = as(object)
    const spec = (it.spec ??= {})
    spec.minReplicas ??= 1
    if ((spec.metrics ?? []).length === 0) spec.metrics = [cpuMetric(defaultUtilization)]
    if (spec.behavior) fillBehavior(spec.behavior)
    fillCounts(object)
  },
  validate: (object) => specProblems(as(object).spec ?? {}),
  status: { validateUpdate: statusProblems },
  cells: autoscalerCells,
}

export const oldAutoscaler: KindBehavior = {
  fill(object) {
    const spec = (as(object).spec ??= {})
    spec.minReplicas ??= 1
    fillCounts(object)
  },
  validate: (object) => specProblems(as(toStoredAutoscaler(object)).spec ?? {}),
  status: { validateUpdate: statusProblems },
  cells: (object, nowMs) => autoscalerCells(toStoredAutoscaler(object), nowMs),
}

function fillCounts(object: Draft): void {
  const status = (as(object).status ??= {})
  const counts = status as { currentReplicas?: number; desiredReplicas?: number; currentMetrics?: unknown }
  counts.desiredReplicas ??= 0
}

const podsAtOnce = { type: 'Pods', value: 4, periodSeconds: 15 }
const allAtOnce = { type: 'Percent', value: 100, periodSeconds: 15 }

function fillBehavior(behavior: NonNullable<AnySpec['behavior']>): void {
  const { scaleUp = {}, scaleDown = {} } = behavior
  behavior.scaleUp = {
    stabilizationWindowSeconds: 0,
    selectPolicy: 'Max',
    policies: [{ ...podsAtOnce }, { ...allAtOnce }],
    ...scaleUp,
  }
  behavior.scaleDown = { selectPolicy: 'Max', policies: [{ ...allAtOnce }], ...scaleDown }
}

function* statusProblems(object: Draft): Problems {
  for (const field of ['currentReplicas', 'desiredReplicas'] as const) {
    yield* nonNegative(as(object).status?.[field], `status.${field}`)
  }
}

function* specProblems(spec: AnySpec): Problems {
  const { minReplicas, maxReplicas = 0, scaleTargetRef = {}, metrics, behavior } = spec
  if (minReplicas !== undefined && minReplicas < 1) {
    yield invalid('spec.minReplicas', minReplicas, 'must be greater than or equal to 1')
  }
  if (maxReplicas === 0) yield required('spec.maxReplicas', 'must be set and greater than 0')
  else if (maxReplicas < 0) yield invalid('spec.maxReplicas', maxReplicas, 'must be greater than or equal to 1')
  if (minReplicas !== undefined && maxReplicas < minReplicas) {
    yield invalid('spec.maxReplicas', maxReplicas, 'must be greater than or equal to `minReplicas`')
  }
  yield* referenceProblems(scaleTargetRef, 'spec.scaleTargetRef')
  yield* groupProblems(scaleTargetRef, 'spec.scaleTargetRef.apiVersion')
  for (const [metric, at] of each(metrics, 'spec.metrics')) yield* metricProblems(metric, at)
  if (minReplicas === 0 && !metrics?.some(({ type }) => type === 'Object' || type === 'External')) {
    const problem = 'must specify at least one Object or External metric to support scaling to zero replicas'
    yield forbidden('spec.metrics', problem)
  }
  if (behavior?.scaleUp) yield* rulesProblems(behavior.scaleUp, 'spec.behavior.scaleUp')
  if (behavior?.scaleDown) yield* rulesProblems(behavior.scaleDown, 'spec.behavior.scaleDown')
}

function* referenceProblems(reference: Unvalidated<CrossVersionObjectReference>, path: string): Problems {
  yield* requiredName('pathSegment', reference.kind, `${path}.kind`)
  yield* requiredName('pathSegment', reference.name, `${path}.name`)
  const { apiVersion = '' } = reference
  if (apiVersion.split('/').length > 2) {
    yield invalid(`${path}.apiVersion`, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)
  }
}

/** Every scalable kind but ReplicationController is in a named group. */
function* groupProblems({ kind, apiVersion = '' }: Unvalidated<CrossVersionObjectReference>, path: string): Problems {
  if (kind !== 'ReplicationController' && !apiVersion.includes('/')) {
    yield invalid(path, apiVersion, 'apiVersion must specify API group')
  }
}

const most = { window: 3_600, period: 1_800 }

function* rulesProblems(rules: Unvalidated<HPAScalingRules>, path: string): Problems {
  const { stabilizationWindowSeconds: window, selectPolicy, policies = [], tolerance } = rules
  if (window !== undefined && window < 0) {
    yield invalid(`${path}.stabilizationWindowSeconds`, window, 'must be greater than or equal to zero')
  }
  if (window !== undefined && window > most.window) {
    yield invalid(`${path}.stabilizationWindowSeconds`, window, `must be less than or equal to ${most.window}`)
  }
  yield* knownWord(selectPolicy, `${path}.selectPolicy`, ['Disabled', 'Max', 'Min'])
  if (policies.length === 0) yield required(`${path}.policies`, 'must specify at least one Policy')
  for (const [{ type = '', value = 0, periodSeconds = 0 }, at] of each(policies, `${path}.policies`)) {
    if (!['Percent', 'Pods'].includes(type)) yield unsupported(`${at}.type`, type, ['Percent', 'Pods'])
    if (value <= 0) yield invalid(`${at}.value`, value, 'must be greater than zero')
    if (periodSeconds <= 0) yield invalid(`${at}.periodSeconds`, periodSeconds, 'must be greater than zero')
    if (periodSeconds > most.period) {
      yield invalid(`${at}.periodSeconds`, periodSeconds, `must be less than or equal to ${most.period}`)
    }
  }
  if (tolerance !== undefined) yield* nonNegativeAmount(parseQuantity(tolerance), `${path}.tolerance`)
}

/** The field of each metric type, in the order in which the server checks them. */
const fieldOf = {
  Object: 'object',
  External: 'external',
  Pods: 'pods',
  Resource: 'resource',
  ContainerResource: 'containerResource',
} as const
const types = ['ContainerResource', 'External', 'Object', 'Pods', 'Resource']

function* metricProblems(metric: AnyMetric, path: string): Problems {
  const { type = '' } = metric
  if (type === '') yield required(`${path}.type`, 'must specify a metric source type')
  if (!types.includes(type)) yield unsupported(`${path}.type`, type, types)
  const given = Object.values(fieldOf).filter((field) => metric[field] !== undefined)
  const [first] = given
  if (first !== undefined) yield* sourceChecks[first](metric, `${path}.${first}`)
  const expected = ownField<(typeof given)[number]>(fieldOf, type)
  if (expected !== undefined && metric[expected] === undefined) {
    yield required(`${path}.${expected}`, 'must populate information for the given metric source')
  }
  if (given.length === 1) return
  for (const field of given.filter((one) => one !== expected)) {
    yield forbidden(`${path}.${field}`, 'must populate the given metric source only')
  }
}

type Source = (typeof fieldOf)[keyof typeof fieldOf]

const sourceChecks: Readonly<Record<Source, (metric: AnyMetric, path: string) => Problems>> = {
  *object({ object = {} }, path) {
    const { describedObject = {}, metric = {}, target = {} } = object
    yield* referenceProblems(describedObject, `${path}.describedObject`)
    yield* identifierProblems(metric, `${path}.metric`)
    yield* targetProblems(target, `${path}.target`)
    if (target.value === undefined && target.averageValue === undefined) {
      yield required(`${path}.target.averageValue`, 'must set either a target value or averageValue')
    }
  },
  *external({ external = {} }, path) {
    const { metric = {}, target = {} } = external
    yield* identifierProblems(metric, `${path}.metric`)
    yield* targetProblems(target, `${path}.target`)
    if (target.value === undefined && target.averageValue === undefined) {
      const problem = 'must set either a target value for metric or a per-pod target'
      yield required(`${path}.target.averageValue`, problem)
    }
    if (target.value !== undefined && target.averageValue !== undefined) {
      const problem = 'may not set both a target value for metric and a per-pod target'
      yield forbidden(`${path}.target.value`, problem)
    }
  },
  *pods({ pods = {} }, path) {
    const { metric = {}, target = {} } = pods
    yield* identifierProblems(metric, `${path}.metric`)
    yield* targetProblems(target, `${path}.target`)
    if (target.averageValue === undefined) {
      yield required(`${path}.target.averageValue`, 'must specify a positive target averageValue')
    }
  },
  *resource({ resource = {} }, path) {
    if (isBlank(resource.name)) yield required(`${path}.name`, 'must specify a resource name')
    yield* utilizationProblems(resource.target ?? {}, `${path}.target`)
  },
  *containerResource({ containerResource = {} }, path) {
    const { name, container, target = {} } = containerResource
    if (isBlank(name)) yield required(`${path}.name`, 'must specify a resource name')
    else yield* containerResourceName(name, `${path}.name`)
    if (isBlank(container)) yield required(`${path}.container`, 'must specify a container')
    else yield* named('dns1123Label', container, `${path}.container`)
    yield* utilizationProblems(target, `${path}.target`)
  },
}

function* utilizationProblems(target: Unvalidated<MetricTarget>, path: string): Problems {
  yield* targetProblems(target, path)
  const { averageUtilization, averageValue } = target
  if (averageUtilization === undefined && averageValue === undefined) {
    yield required(`${path}.averageUtilization`, 'must set either a target raw value or a target utilization')
  }
  if (averageUtilization !== undefined && averageValue !== undefined) {
    yield forbidden(`${path}.averageValue`, 'may not set both a target raw value and a target utilization')
  }
}

function* targetProblems(target: Unvalidated<MetricTarget>, path: string): Problems {
  const { type = '', value, averageUtilization, averageValue } = target
  if (type === '') yield required(`${path}.type`, 'must specify a metric target type')
  if (!['Utilization', 'Value', 'AverageValue'].includes(type)) {
    yield invalid(`${path}.type`, type, 'must be either Utilization, Value, or AverageValue')
  }
  for (const [field, amount] of Object.entries({ value, averageValue })) {
    if (amount === undefined || compareQuantities(amount, 0) > 0) continue
    yield invalid(`${path}.${field}`, parseQuantity(amount).toString(), 'must be positive')
  }
  if (averageUtilization !== undefined && averageUtilization < 1) {
    yield invalid(`${path}.averageUtilization`, averageUtilization, 'must be greater than 0')
  }
}

function* identifierProblems({ name, selector }: Unvalidated<MetricIdentifier>, path: string): Problems {
  if (isBlank(name)) yield required(`${path}.name`, 'must specify a metric name')
  else yield* named('pathSegment', name, `${path}.name`)
  yield* selectorProblems(selector, `${path}.selector`)
}

function autoscalerCells(object: Draft, nowMs: number): readonly unknown[] {
  const { spec = {}, status = {} } = as(object)
  const { kind, name } = spec.scaleTargetRef ?? {}
  const texts = (spec.metrics ?? []).map((metric, at) => metricCell(metric, status.currentMetrics?.[at]))
  return [
    object.metadata.name,
    `${kind}/${name}`,
    texts.length === 0 ? none : firstOf(texts, 2, ', '),
    spec.minReplicas === undefined ? unset : String(spec.minReplicas),
    spec.maxReplicas ?? 0,
    status.currentReplicas ?? 0,
    ageOf(object, nowMs),
  ]
}

type CurrentMetric = NonNullable<NonNullable<Unvalidated<HorizontalPodAutoscaler>['status']>['currentMetrics']>[number]

function metricCell(metric: AnyMetric, current: CurrentMetric | undefined): string {
  const field = getOwn(fieldOf as Readonly<Record<string, Source>>, metric.type ?? '')
  const source = field === undefined ? undefined : metric[field]
  if (field === undefined || source === undefined) return '<unknown type>'
  const { target = {} } = source
  const measured = current?.[field]?.current
  const unknown = '<unknown>'
  const percent = (value: number | undefined, otherwise: string) => (value === undefined ? otherwise : `${value}%`)
  if (field === 'resource' || field === 'containerResource') {
    const name = (source as { name?: string }).name ?? ''
    return target.averageValue === undefined
      ? `${name}: ${percent(measured?.averageUtilization, unknown)}/${percent(target.averageUtilization, '<auto>')}`
      : `${name}: ${measured?.averageValue ?? unknown}/${target.averageValue}`
  }
  if (target.averageValue === undefined) return `${measured?.value ?? unknown}/${target.value}`
  return `${measured?.averageValue ?? unknown}/${target.averageValue}${field === 'pods' ? '' : ' (avg)'}`
}
