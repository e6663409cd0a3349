/** Events, in the versions of both groups that serve them. They are stored in one collection, as core `v1`. */
import type { Event } from '@kubewright/kubernetes/core/v1'
import type { Draft } from '../../object/draft.ts'
import { invalidObject } from '../../status/failures.ts'
import { invalid, required } from '../../status/field-error.ts'
import { bytesIn, isBlank, named, type Problems, unchanged } from '../../validation/problems.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { type Unvalidated, unvalidated } from '../../object/unvalidated.ts'
import { humanAge } from '../table/human-duration.ts'

const as = unvalidated<Event>

/** Field names in `v1`, by those in `events.k8s.io/v1`. */
const renamed = {
  reportingController: 'reportingComponent',
  regarding: 'involvedObject',
  note: 'message',
  deprecatedSource: 'source',
  deprecatedFirstTimestamp: 'firstTimestamp',
  deprecatedLastTimestamp: 'lastTimestamp',
  deprecatedCount: 'count',
} as const

const renamedBack: ReadonlyMap<string, string> = new Map(Object.entries(renamed).map(([now, old]) => [old, now]))

export function toStoredEvent(object: Draft): Draft {
  return withNames(object, 'v1', new Map(Object.entries(renamed)))
}

export function fromStoredEvent(object: Draft): Draft {
  return withNames(object, 'events.k8s.io/v1', renamedBack)
}

function withNames(object: Draft, apiVersion: string, names: ReadonlyMap<string, string>): Draft {
  const entries = Object.entries(object).map(([field, value]) => [names.get(field) ?? field, value])
  return { ...(Object.fromEntries(entries) as Draft), apiVersion }
}

const objectFields = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'] as const

/** The selectable fields of the object that an event regards, under the names of the served version. */
function fieldsOfObject(name: 'involvedObject' | 'regarding'): Record<string, (stored: Draft) => string> {
  return Object.fromEntries(
    objectFields.map((field) => [`${name}.${field}`, (stored: Draft) => as(stored).involvedObject?.[field] ?? '']),
  )
}

const empty: readonly string[] = ['reportingComponent', 'reportingInstance']

export const event: KindBehavior = {
  fill(object) {
    // These two are serialized even when empty.
    for (const field of empty) object[field] ??= ''
  },
  // The name is validated only if everything else is valid.
  validate: (object) => refuseInCore(object, commonProblems(object, 'reportingComponent')),
  selectableFields: {
    ...fieldsOfObject('involvedObject'),
    reason: (object) => as(object).reason ?? '',
    reportingComponent: (object) => as(object).reportingComponent ?? '',
    source: (object) => as(object).source?.component || (as(object).reportingComponent ?? ''),
    type: (object) => as(object).type ?? '',
  },
  cells: eventCells,
}

/** The same in `events.k8s.io/v1`, which is stricter: most fields are immutable. */
export const newEvent: KindBehavior = {
  validate: (object) => refuseInCore(object, createProblems(object)),
  validateUpdate: (object, old) => refuseInCore(object, updateProblems(object, old)),
  // Selectors read the stored form, which has the `v1` names.
  selectableFields: {
    ...fieldsOfObject('regarding'),
    reason: (object) => as(object).reason ?? '',
    reportingController: (object) => as(object).reportingComponent ?? '',
    type: (object) => as(object).type ?? '',
  },
  cells: (object, nowMs) => eventCells(toStoredEvent(object), nowMs),
}

/** Error messages use the core group for events of either group. */
function refuseInCore(object: Draft, problems: Problems): Problems {
  const errors = [...problems]
  if (errors.length > 0) throw invalidObject({ group: '', kind: 'Event' }, object.metadata.name ?? '', errors)
  return []
}

function* createProblems(object: Draft): Problems {
  yield* commonProblems(toStoredEvent(object), 'reportingController')
  const { name, generateName } = object.metadata
  if (isBlank(name) && isBlank(generateName)) yield required('metadata.name', 'name or generateName is required')
  yield* seriesProblems(object)
  const { type = '', eventTime } = as(object)
  if (isBlank(eventTime)) yield required('eventTime')
  if (type !== 'Normal' && type !== 'Warning') yield invalid('type', '', `has invalid value: ${type}`)
  for (const [field, name] of Object.entries(renamed).filter(([one]) => one.startsWith('deprecated'))) {
    if (isSet(object[field])) yield invalid(name, '', 'needs to be unset')
  }
}

function* updateProblems(object: Draft, old: Draft): Problems {
  yield* commonProblems(toStoredEvent(object), 'reportingController')
  if (JSON.stringify(object['series']) !== JSON.stringify(old['series'])) yield* seriesProblems(object)
  const [now, before] = [toStoredEvent(object), toStoredEvent(old)]
  for (const field of fixed) yield* unchanged(now[field], before[field], field)
}

const fixed = [
  'involvedObject',
  'reason',
  'message',
  'source',
  'firstTimestamp',
  'lastTimestamp',
  'count',
  'type',
  'eventTime',
  'action',
  'related',
  'reportingComponent',
  'reportingInstance',
]

function isSet(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isSet)
  return value !== undefined && value !== null && value !== '' && value !== 0
}

function* seriesProblems(object: Draft): Problems {
  const { series } = as(object)
  if (series === undefined) return
  if ((series.count ?? 0) < 2) yield invalid('series.count', '', 'should be at least 2')
  if (isBlank(series.lastObservedTime)) yield required('series.lastObservedTime')
}

/** @param controllerField the name of the field in the served version */
function* commonProblems(object: Draft, controllerField: string): Problems {
  const { involvedObject, eventTime } = as(object)
  const [own = '', about = ''] = [object.metadata.namespace, involvedObject?.namespace]
  const mismatch = invalid('involvedObject.namespace', about, 'does not match event.namespace')
  if (isBlank(eventTime)) {
    if (about === '' ? own !== '' && own !== 'default' : own !== about) yield mismatch
    return
  }
  if (about === '' && own !== 'default' && own !== 'kube-system') yield mismatch
  yield* newStyleProblems(as(object), controllerField)
}

const limits = { reportingInstance: 128, action: 128, reason: 128, message: 1_024 } as const

function* newStyleProblems(it: Unvalidated<Event>, controllerField: string): Problems {
  if (isBlank(it.reportingComponent)) yield required(controllerField)
  yield* named('qualifiedName', it.reportingComponent ?? '', controllerField)
  for (const [field, limit] of Object.entries(limits) as [keyof typeof limits, number][]) {
    if (isBlank(it[field]) && field !== 'message') yield required(field)
    if (bytesIn(it[field] ?? '') > limit) yield invalid(field, '', `can have at most ${limit} characters`)
  }
}

function eventCells(object: Draft, nowMs: number): readonly unknown[] {
  const it = as(object)
  const first = humanAge(it.firstTimestamp || it.eventTime, nowMs)
  const last = it.lastTimestamp ? humanAge(it.lastTimestamp, nowMs) : first
  const { kind = '', name = '', fieldPath = '' } = it.involvedObject ?? {}
  return [
    it.series ? humanAge(it.series.lastObservedTime, nowMs) : last,
    it.type ?? '',
    it.reason ?? '',
    name === '' ? kind.toLowerCase() : `${kind.toLowerCase()}/${name}`,
    fieldPath,
    sourceCell(it),
    (it.message ?? '').trim(),
    first,
    it.series?.count ?? (it.count || 1),
    object.metadata.name,
  ]
}

function sourceCell({ source, reportingComponent, reportingInstance }: Unvalidated<Event>): string {
  const component = source?.component || reportingComponent || ''
  const instance = source?.host || reportingInstance || ''
  return instance === '' ? component : `${component}, ${instance}`
}
