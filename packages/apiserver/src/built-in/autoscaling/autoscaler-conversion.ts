/**
 * Converts HorizontalPodAutoscalers between the stored version and `autoscaling/v1`, which has a single metric. Fields that
 * `v1` lacks travel in annotations.
 */
import type { HorizontalPodAutoscaler, MetricSpec } from '@kubewright/kubernetes/autoscaling/v2'
import type { HorizontalPodAutoscaler as OldAutoscaler } from '@kubewright/kubernetes/autoscaling/v1'
import type { Draft } from '../../object/draft.ts'
import { type Unvalidated, unvalidated } from '../../object/unvalidated.ts'

const prefix = 'autoscaling.alpha.kubernetes.io/'
const carried = ['metrics', 'current-metrics', 'behavior', 'conditions'] as const

/** The default target: 80% of the CPU that the pods request. */
export const defaultUtilization = 80

export function cpuMetric(averageUtilization: number): Unvalidated<MetricSpec> {
  return { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } } }
}

const isCpu = ({ type, resource }: Unvalidated<MetricSpec>) =>
  type === 'Resource' && resource?.name === 'cpu' && resource.target?.averageUtilization !== undefined

export function fromStoredAutoscaler(object: Draft): Draft {
  const { spec = {}, status = {} } = unvalidated<HorizontalPodAutoscaler>(object)
  const metrics = spec.metrics ?? []
  const others = metrics.filter((metric) => !isCpu(metric)).map(toOldMetric)
  const { currentMetrics = [], conditions = [], ...counts } = status
  const current = currentMetrics.find(({ type, resource }) => type === 'Resource' && resource?.name === 'cpu')
  const utilization = current?.resource?.current?.averageUtilization
  const target = metrics.find(isCpu)?.resource?.target?.averageUtilization
  return {
    kind: object.kind,
    apiVersion: 'autoscaling/v1',
    metadata: withCarried(object.metadata, {
      metrics: others.length > 0 ? others : undefined,
      'current-metrics': currentMetrics.length > 0 ? currentMetrics.map(toOldStatus) : undefined,
      behavior: spec.behavior === undefined ? undefined : internalBehavior(spec.behavior),
      conditions: conditions.length > 0 ? conditions.map(conditionForm) : undefined,
    }),
    spec: {
      scaleTargetRef: spec.scaleTargetRef,
      ...(spec.minReplicas === undefined ? {} : { minReplicas: spec.minReplicas }),
      maxReplicas: spec.maxReplicas ?? 0,
      ...(target === undefined ? {} : { targetCPUUtilizationPercentage: target }),
    },
    status: { ...counts, ...(utilization === undefined ? {} : { currentCPUUtilizationPercentage: utilization }) },
  }
}

export function toStoredAutoscaler(object: Draft): Draft {
  const { spec = {}, status = {} } = unvalidated<OldAutoscaler>(object)
  const read = readCarried(object.metadata)
  const { targetCPUUtilizationPercentage: target, ...rest } = spec
  const { currentCPUUtilizationPercentage: utilization, ...counts } = status
  const metrics = [...(read.metrics ?? []).map(toNewMetric), ...(target === undefined ? [] : [cpuMetric(target)])]
  const current = { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: utilization } } }
  const currentMetrics = read['current-metrics']?.map(toNewStatus) ?? (utilization === undefined ? [] : [current])
  const { conditions, behavior } = read
  return {
    kind: object.kind,
    apiVersion: 'autoscaling/v2',
    metadata: withCarried(object.metadata, {}),
    spec: {
      ...rest,
      metrics: metrics.length > 0 ? metrics : [cpuMetric(defaultUtilization)],
      ...(behavior === undefined ? {} : { behavior: behaviorOf(behavior) }),
    },
    status: {
      ...counts,
      ...(currentMetrics.length > 0 ? { currentMetrics } : {}),
      ...(conditions === undefined ? {} : { conditions }),
    },
  }
}

type AnySpec = NonNullable<Unvalidated<HorizontalPodAutoscaler>['spec']>
type AnyCondition = NonNullable<NonNullable<Unvalidated<HorizontalPodAutoscaler>['status']>['conditions']>[number]

type Carried = Partial<Record<(typeof carried)[number], unknown>>

function withCarried(metadata: Draft['metadata'], values: Carried): Draft['metadata'] {
  const kept = Object.entries(metadata.annotations ?? {}).filter(
    ([key]) => !carried.some((name) => key === prefix + name),
  )
  const added = carried.flatMap((name) =>
    values[name] === undefined ? [] : [[prefix + name, JSON.stringify(values[name])]],
  )
  const { annotations: _, ...rest } = metadata
  const all = [...kept, ...added] as [string, string][]
  return all.length === 0 ? rest : { ...rest, annotations: Object.fromEntries(all) }
}

interface Read {
  metrics?: OldMetric[]
  'current-metrics'?: OldStatus[]
  behavior?: Record<string, unknown>
  conditions?: unknown
}

/** Annotations that cannot be parsed are ignored. */
function readCarried({ annotations = {} }: Draft['metadata']): Read {
  const entries = carried.flatMap((name) => {
    const text = annotations[prefix + name]
    return text === undefined ? [] : parsed(name, text)
  })
  return Object.fromEntries(entries) as Read
}

function parsed(name: string, text: string): [string, unknown][] {
  try {
    return [[name, JSON.parse(text)]]
  } catch {
    return []
  }
}

/** In the old form, the fields of the target are inlined into the metric. */
interface OldMetric {
  readonly type?: string
  readonly [source: string]: unknown
}

type OldStatus = OldMetric

interface Target {
  readonly type?: string
  readonly value?: string
  readonly averageValue?: string
  readonly averageUtilization?: number
}

interface Source {
  readonly name?: string
  readonly container?: string
  readonly metric?: { readonly name?: string; readonly selector?: unknown }
  readonly describedObject?: unknown
  readonly target?: Target
  readonly current?: Target
}

const sources = ['object', 'pods', 'resource', 'containerResource', 'external'] as const

/** By metric source: the name of each target field in `autoscaling/v1`; empty if it has none. `currentName` derives the names of current values. */
const oldNames: Readonly<Record<(typeof sources)[number], Readonly<Record<keyof Target, string>>>> = {
  object: { type: '', value: 'targetValue', averageValue: 'averageValue', averageUtilization: '' },
  pods: { type: '', value: '', averageValue: 'targetAverageValue', averageUtilization: '' },
  resource: { type: '', value: '', averageValue: 'targetAverageValue', averageUtilization: 'targetAverageUtilization' },
  containerResource: {
    type: '',
    value: '',
    averageValue: 'targetAverageValue',
    averageUtilization: 'targetAverageUtilization',
  },
  external: { type: '', value: 'targetValue', averageValue: 'targetAverageValue', averageUtilization: '' },
}

/** In the field order of the old form. */
const amountFields = ['averageUtilization', 'value', 'averageValue'] as const

const toOldMetric = (metric: object) => toOld(metric, 'target')
const toOldStatus = (status: object) => toOld(status, 'current')

function toOld(metric: object, role: 'target' | 'current'): OldMetric {
  const written = metric as OldMetric
  const [name] = sources.filter((source) => written[source] !== undefined)
  if (name === undefined) return written
  const source = written[name] as Source
  const amounts = amountFields.flatMap((field) => {
    const [old, value] = [currentName(oldNames[name][field], role), source[role]?.[field]]
    return old === '' || value === undefined ? [] : [[old, value] as const]
  })
  const identity = name === 'resource' || name === 'containerResource' ? nameOf(source) : metricOf(source, name)
  return { type: written.type ?? '', [name]: { ...identity, ...Object.fromEntries(amounts) } }
}

function currentName(old: string, role: 'target' | 'current'): string {
  return role === 'current' ? old.replace(/^target/, 'current') : old
}

function nameOf({ name, container }: Source): object {
  return { name, ...(container === undefined ? {} : { container }) }
}

function metricOf({ metric, describedObject }: Source, name: string): object {
  const selector = metric?.selector
  const key = name === 'external' ? 'metricSelector' : 'selector'
  return {
    ...(describedObject === undefined ? {} : { target: describedObject }),
    metricName: metric?.name,
    ...(selector === undefined ? {} : { [key]: selector }),
  }
}

const toNewMetric = (metric: OldMetric) => toNew(metric, 'target') as Unvalidated<MetricSpec>
const toNewStatus = (status: OldStatus) => toNew(status, 'current')

function toNew(written: OldMetric, role: 'target' | 'current'): object {
  const [name] = sources.filter((source) => written[source] !== undefined)
  if (name === undefined) return written
  const old = written[name] as Record<string, unknown>
  const amounts = (['value', 'averageValue', 'averageUtilization'] as const).flatMap((field) => {
    const value = old[currentName(oldNames[name][field], role)]
    return value === undefined ? [] : [[field, value] as const]
  })
  const [first] = amounts
  const types = { value: 'Value', averageValue: 'AverageValue', averageUtilization: 'Utilization' } as const
  const kind = role === 'target' && first !== undefined ? { type: types[first[0]] } : {}
  const isNamed = name === 'resource' || name === 'containerResource'
  const selector = old['metricSelector'] ?? old['selector']
  const metric = { name: old['metricName'], ...(selector === undefined ? {} : { selector }) }
  const identity = isNamed ? nameOf(old as Source) : { metric }
  const described = old['target'] === undefined ? {} : { describedObject: old['target'] }
  return {
    type: written.type,
    [name]: { ...described, ...identity, [role]: { ...kind, ...Object.fromEntries(amounts) } },
  }
}

/** The annotation holds the server's internal type, which has every field, with capitalized names. */
function internalBehavior({ scaleUp, scaleDown }: NonNullable<AnySpec['behavior']>): object {
  return { ScaleUp: internalRules(scaleUp), ScaleDown: internalRules(scaleDown) }
}

function internalRules(rules: NonNullable<AnySpec['behavior']>['scaleUp']): object | null {
  if (rules === undefined) return null
  const { stabilizationWindowSeconds = null, selectPolicy = null, policies = [], tolerance = null } = rules
  return {
    StabilizationWindowSeconds: stabilizationWindowSeconds,
    SelectPolicy: selectPolicy,
    Policies: policies.map(({ type, value, periodSeconds }) => ({
      Type: type,
      Value: value,
      PeriodSeconds: periodSeconds,
    })),
    Tolerance: tolerance,
  }
}

/** Unknown times are null in the annotation too. */
function conditionForm(condition: AnyCondition): object {
  const { type, status, lastTransitionTime = null, ...rest } = condition
  return { type, status, lastTransitionTime, ...rest }
}

function behaviorOf(internal: object): object {
  const entries = Object.entries(internal).filter(([, value]) => value !== null)
  return Object.fromEntries(entries.map(([key, value]) => [key.charAt(0).toLowerCase() + key.slice(1), plain(value)]))
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  return typeof value === 'object' && value !== null ? behaviorOf(value) : value
}
