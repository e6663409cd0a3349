/** Stacks as shown on the page, read from untrusted objects. Pure. Part of the versioned API. See decision 0409. */
import type { KubeObject } from '@kubewright/core'
import type { GroupVersionKind } from '@kubewright/core/object'
import type { DefinedKind } from './defined-kinds.ts'
import { type Health, healthOf } from './object-health.ts'
import {
  type ConditionEntry,
  conditionIn,
  listAt,
  membersAt,
  numberAt,
  present,
  textAt,
  textsAt,
  valueAt,
} from './plain-value.ts'

/** The phases of a component. */
const componentPhases = ['absent', 'starting', 'running', 'crashed'] as const
/** The phase of a component in its stack; `unknown` if its status has none of the known ones. */
export type ComponentPhase = (typeof componentPhases)[number] | 'unknown'

/** Topic `stacks`, by uid. */
export interface StackRow extends GroupVersionKind {
  readonly namespace?: string
  readonly name: string
  readonly created: string
  readonly health: Health
  /** `Running`, `Deploying`, `Healing`, … */
  readonly phase?: string
  /** The current step. */
  readonly step?: string
  /** The stack version that every component has. */
  readonly current?: string
  /** The requested stack version, from `spec.version`. */
  readonly target?: string
  readonly running: number
  readonly components: number
  /** The number of remaining operations. */
  readonly left: number
  readonly upgrade?: UpgradeEntry
}

/** Topic `stack:OBJECT`, key `stack`. */
export interface StackEntry extends Omit<StackRow, 'components' | 'running' | 'left'> {
  readonly uid: string
  readonly components: readonly ComponentEntry[]
  /** Remaining operations, in a valid order. */
  readonly plan: readonly string[]
  /** The management protocol of the stack as JSON, if not derived from the components' needs. */
  readonly protocol?: string
  readonly ready?: ConditionEntry
  readonly abnormal?: ConditionEntry
}

/** One component of a stack: its phase, version and needs. */
export interface ComponentEntry {
  readonly name: string
  readonly phase: ComponentPhase
  readonly since?: string
  readonly message?: string
  readonly waitsFor?: string
  readonly needs: readonly string[]
  readonly version?: string
  readonly replacements?: number
  /** The replicas requested by its scaling policy. */
  readonly replicas?: number
  readonly abnormality?: string
  readonly recommendation?: string
}

/** The upgrade of a stack from one version to another, and how far it is. */
export interface UpgradeEntry {
  readonly from: string
  readonly to: string
  readonly phase: string
  readonly done: readonly string[]
  readonly current?: string
  readonly since?: string
  readonly reason?: string
}

/** A kind is a stack if its definition declares a stack's status: components with these phases, and a plan. */
export function isStackKind({ status }: DefinedKind): boolean {
  const component = ['properties', 'components', 'additionalProperties', 'properties', 'phase']
  const phases = listAt(status, ...component, 'enum')
  return (
    componentPhases.every((one) => phases.includes(one)) && textAt(status, 'properties', 'plan', 'type') === 'array'
  )
}

/** The health of the stack: a crashed component overrides a milder condition. */
function stackHealth(object: KubeObject): Health {
  const health = healthOf(object)
  const phase = textAt(object, 'status', 'phase')
  if (health.text === 'Deleting' || phase === undefined) return health
  const message = health.message ?? textAt(object, 'status', 'step')
  return { tone: phaseTones.get(phase) ?? 'quiet', text: phase, ...(message === undefined ? {} : { message }) }
}

const phaseTones = new Map<string, Health['tone']>([
  ['Running', 'good'],
  ['Deploying', 'busy'],
  ['Updating', 'busy'],
  ['Upgrading', 'busy'],
  ['Healing', 'bad'],
  ['RollingBack', 'bad'],
  ['Blocked', 'bad'],
])

export function stackEntry(object: KubeObject, { group, version, kind }: GroupVersionKind): StackEntry {
  const { name, namespace, uid, creationTimestamp: created } = object.metadata
  const status = valueAt(object, 'status')
  const optional = present({
    namespace,
    phase: textAt(status, 'phase'),
    step: textAt(status, 'step'),
    current: textAt(status, 'version'),
    target: textAt(object, 'spec', 'version'),
    upgrade: upgradeEntry(valueAt(status, 'upgrade')),
    protocol: protocolText(valueAt(status, 'protocol')),
    ready: conditionIn(object, 'Ready'),
    abnormal: conditionIn(object, 'Abnormal'),
  })
  const components = membersAt(status, 'components').map(([one, value]) => componentEntry(one, value))
  const plan = textsAt(status, 'plan')
  return { group, version, kind, name, uid, created, health: stackHealth(object), ...optional, plan, components }
}

const longestProtocol = 65_536

/** All or nothing: a truncated protocol would be a different one. */
function protocolText(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= longestProtocol ? value : undefined
}

/** The fields that a list needs. */
export function stackRow(entry: StackEntry): StackRow {
  const { uid: _, protocol: _protocol, ready: _ready, abnormal: _abnormal, components, plan, ...rest } = entry
  const running = components.filter(({ phase }) => phase === 'running').length
  return { ...rest, running, components: components.length, left: plan.length }
}

function componentEntry(name: string, value: unknown): ComponentEntry {
  const phase = textAt(value, 'phase')
  return {
    name: name.slice(0, 253),
    phase: componentPhases.find((one) => one === phase) ?? 'unknown',
    needs: textsAt(value, 'needs'),
    ...present({
      since: textAt(value, 'since'),
      message: textAt(value, 'message'),
      waitsFor: textAt(value, 'waitsFor'),
      version: textAt(value, 'version'),
      replacements: numberAt(value, 'replacements'),
      replicas: numberAt(value, 'replicas'),
      abnormality: textAt(value, 'abnormality'),
      recommendation: textAt(value, 'recommendation'),
    }),
  }
}

function upgradeEntry(value: unknown): UpgradeEntry | undefined {
  const [from, to, phase] = [textAt(value, 'from'), textAt(value, 'to'), textAt(value, 'phase')]
  if (from === undefined || to === undefined || phase === undefined) return undefined
  const optional = { current: textAt(value, 'current'), since: textAt(value, 'since'), reason: textAt(value, 'reason') }
  return { from, to, phase, done: textsAt(value, 'done'), ...present(optional) }
}
