/** The operations of random sequences, each with its weight. */
import type { RequestStep } from '../case.ts'
import { apply, del, edited, get, jsonPatch, mergePatch, post, put, request, strategicPatch } from '../steps.ts'
import type { Choices } from './choices.ts'
import { randomValue, type ValueOptions } from './random-value.ts'
import type { Subject } from './subjects.ts'

/** The target of one operation. */
export interface Place {
  readonly subject: Subject
  readonly name: string
  readonly path: string
  /** The key of saved responses about the object. They may be stale. */
  readonly saved: string
  /** The index of the step in the sequence. */
  readonly at: number
  readonly choices: Choices
}

type Operation = (place: Place) => RequestStep

const managers = ['m1', 'm2', 'm3'] as const
const hold = 'example.dev/hold'
const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: '00000000-0000-4000-8000-000000000001' }
const someLabels = { keys: ['p', 'q', 'r'], values: { leaf: ['x', 'y', 'z'] } }
const sparse: ValueOptions = { density: 0.35, nulls: 0.03 }
const dense: ValueOptions = { density: 0.6, nulls: 0.01 }
const tolerant: ValueOptions = { density: 0.35, nulls: 0.15 }

export const weightedOperations: readonly (readonly [weight: number, operation: Operation])[] = [
  [6, create],
  [3, replaceSaved],
  [2, replaceWhole],
  [5, patchByMerge],
  [4, patchMetadata],
  [3, patchStrategically],
  [5, patchByOperations],
  [10, applyObject],
  [6, writeStatus],
  [2, writeScale],
  [2, deleteObject],
  [3, (place) => mergePatch(query(place, place.path), { metadata: { finalizers: null } })],
  [2, list],
  [2, ({ path }) => get(path)],
  [1, deleteSome],
]

function create(place: Place): RequestStep {
  const metadata = { name: place.name, ...metadataOf(place.choices, sparse) }
  return post(query(place, place.subject.collection), { ...typeOf(place), ...whole(place), metadata })
}

/** PUT of a previously read object, with changes. */
function replaceSaved(place: Place): RequestStep {
  const { choices, saved, path, subject } = place
  const field = choices.one('labels', 'annotations', 'finalizers', 'ownerReferences')
  const changes = choices.one<Record<string, unknown>>(
    { [`metadata.${field}`]: choices.one(undefined, metadataValue(field, choices, sparse)) },
    { [`metadata.${field}`]: choices.one<unknown>(null, emptyOf(field)) },
    { 'metadata.managedFields': choices.one<unknown>([], [{}], undefined, null) },
    { 'metadata.resourceVersion': choices.one(undefined, '0') },
    content(place, sparse),
    subject.hasStatus ? { status: choices.one<unknown>(undefined, statusOf(place, sparse)) } : content(place, dense),
  )
  return put(query(place, path), edited(saved, changes))
}

/** PUT by a client that has not read the object. */
function replaceWhole(place: Place): RequestStep {
  const { choices, saved, name, path } = place
  const seen = choices.one({}, {}, { resourceVersion: `{{${saved}.metadata.resourceVersion}}` })
  const identity = choices.one({}, {}, {}, { uid: `{{${saved}.metadata.uid}}` }, { uid: owner.uid })
  const metadata = { name, ...seen, ...identity, ...metadataOf(choices, sparse) }
  return put(query(place, path), { ...typeOf(place), ...whole(place), metadata })
}

function patchByMerge(place: Place): RequestStep {
  const { choices, path } = place
  const metadata = choices.chance(0.3) ? { metadata: metadataOf(choices, tolerant) } : {}
  return mergePatch(query(place, path), { ...content(place, tolerant), ...metadata })
}

function patchMetadata(place: Place): RequestStep {
  const { choices, saved, path } = place
  const metadata = choices.one<object>(
    { finalizers: choices.one<unknown>(null, [], [hold], [hold, `${hold}-2`]) },
    { labels: choices.one<unknown>(null, {}, { p: null }, { q: 'x' }) },
    { annotations: choices.one<unknown>(null, {}, { p: null }, { q: 'x' }) },
    { ownerReferences: choices.one<unknown>(null, [], [owner]) },
    { managedFields: choices.one<unknown>(null, [], [{}]) },
    { resourceVersion: `{{${saved}.metadata.resourceVersion}}`, ...metadataOf(choices, sparse) },
    { uid: `{{${saved}.metadata.uid}}`, labels: metadataValue('labels', choices, sparse) },
  )
  return mergePatch(query(place, path), { metadata })
}

function patchStrategically(place: Place): RequestStep {
  const { choices, path, subject } = place
  const metadata = choices.one<object>(
    metadataOf(choices, tolerant),
    { finalizers: [hold] },
    { '$deleteFromPrimitiveList/finalizers': [hold] },
    { labels: { $patch: 'replace', ...(metadataValue('labels', choices, dense) as object) } },
    { ownerReferences: [{ uid: owner.uid, $patch: 'delete' }] },
  )
  if (subject.kind !== 'Deployment' || choices.chance(0.5)) {
    return strategicPatch(query(place, path), { ...content(place, tolerant), metadata })
  }
  const containers = choices.one<unknown>(
    [{ name: 'd', $patch: 'delete' }],
    [{ name: 'd', image: choices.one('i1', 'i2') }],
    [{ name: 'c', env: [{ name: 'E', $patch: 'delete' }] }],
  )
  return strategicPatch(query(place, path), { spec: { template: { spec: { containers } } } })
}

function patchByOperations(place: Place): RequestStep {
  const { choices, path, subject } = place
  const [section = 'spec'] = Object.keys(subject.content.fields)
  const steps = (): object =>
    choices.one<object>(
      { op: 'add', path: '/metadata/labels', value: choices.one<unknown>({}, { p: 'x' }, null) },
      { op: 'add', path: '/metadata/labels/q', value: choices.one('x', 'y') },
      { op: 'remove', path: '/metadata/labels/p' },
      { op: 'test', path: '/metadata/labels/q', value: 'x' },
      { op: 'add', path: '/metadata/annotations', value: choices.one<unknown>({}, { q: 'y' }, null) },
      { op: 'add', path: '/metadata/finalizers', value: choices.one<unknown>([], [hold], null) },
      { op: 'remove', path: '/metadata/finalizers' },
      { op: 'add', path: '/metadata/finalizers/-', value: hold },
      { op: choices.one('add', 'replace'), path: '/metadata/managedFields', value: choices.one<unknown>([], [{}]) },
      { op: 'remove', path: '/metadata/managedFields' },
      { op: choices.one('add', 'replace'), path: `/${section}`, value: content(place, dense)[section] ?? null },
      { op: 'replace', path: '/spec/map', value: choices.one<unknown>({}, { r: 'x' }) },
      { op: choices.one('add', 'remove'), path: '/spec/nested/inner', value: choices.one<unknown>({}, null) },
      { op: 'replace', path: '/status', value: choices.one<unknown>({}, null, statusOf(place, sparse)) },
      { op: 'copy', from: '/metadata/labels', path: '/metadata/annotations' },
    )
  return jsonPatch(query(place, path), choices.chance(0.3) ? [steps(), steps()] : [steps()])
}

function applyObject(place: Place): RequestStep {
  const { choices, name, path } = place
  const metadata = { name, ...(choices.chance(0.5) ? metadataOf(choices, tolerant) : {}) }
  const fields = choices.one<object>(content(place, sparse), content(place, tolerant), whole(place), {})
  return applying(place, path, { ...typeOf(place), ...fields, metadata }, 'status' in fields)
}

function writeStatus(place: Place): RequestStep {
  const { choices, subject, saved } = place
  if (!subject.hasStatus) return get(`${place.path}/status`)
  const path = `${place.path}/status`
  const status = choices.one<unknown>(statusOf(place, sparse), statusOf(place, tolerant), {}, null)
  const metadata = choices.chance(0.3) ? { metadata: metadataOf(choices, tolerant) } : {}
  return choices.one(
    () => put(query(place, path), edited(saved, { status: choices.one(status, undefined) })),
    () =>
      put(query(place, path), edited(saved, { status, 'metadata.managedFields': choices.one<unknown>([], undefined) })),
    () => mergePatch(query(place, path), { status, ...metadata }),
    () => mergePatch(query(place, path), { status, ...metadata }),
    () =>
      jsonPatch(query(place, path), [{ op: choices.one('add', 'replace', 'remove'), path: '/status', value: status }]),
    () => applying(place, path, { ...typeOf(place), metadata: { name: place.name }, status }),
    () => applying(place, path, { ...typeOf(place), ...content(place, sparse), status, ...metadata }, true),
  )()
}

function writeScale(place: Place): RequestStep {
  const { choices, subject } = place
  const path = `${place.path}/scale`
  if (!subject.hasScale) return get(path)
  const spec = { replicas: choices.one(1, 2, 4) }
  const type = { apiVersion: 'autoscaling/v1', kind: 'Scale' }
  return choices.one(
    () => mergePatch(query(place, path), { spec }),
    () => applying(place, path, { ...type, metadata: { name: place.name }, spec }),
    () => put(query(place, path), { ...type, metadata: { name: place.name }, spec }),
  )()
}

function deleteObject({ choices, path, saved }: Place): RequestStep {
  return del(
    `${path}${choices.chance(0.1) ? '?dryRun=All' : ''}`,
    choices.one<object | undefined>(
      undefined,
      undefined,
      { propagationPolicy: choices.one('Foreground', 'Orphan', 'Background') },
      { preconditions: { resourceVersion: `{{${saved}.metadata.resourceVersion}}` } },
      { preconditions: { uid: `{{${saved}.metadata.uid}}` } },
    ),
  )
}

function deleteSome({ choices, subject }: Place): RequestStep {
  const dryRun = choices.chance(0.3) ? '&dryRun=All' : ''
  return request('DELETE', `${subject.collection}?labelSelector=${choices.one('r%3Dz', 'p%3Dy')}${dryRun}`)
}

function list({ choices, subject }: Place): RequestStep {
  const filter = choices.one('', 'labelSelector=p', 'labelSelector=!p', 'labelSelector=r+in+(x%2Cy)', 'limit=1')
  return get(`${subject.collection}?${filter}`)
}

/** The path with the field manager, and sometimes with options of a write. */
function query({ choices }: Place, path: string): string {
  const dryRun = choices.chance(0.08) ? '&dryRun=All' : ''
  const validation = choices.chance(0.1) ? `&fieldValidation=${choices.one('Strict', 'Ignore')}` : ''
  return `${path}?fieldManager=${choices.one(...managers)}${dryRun}${validation}`
}

/**
 * If the server drops a part of an applied object, it updates the time of every apply and creates a new version of an unchanged
 * object, unless both applies fall into the same second. The response would then depend on timing. A manager that has not
 * applied before always creates a new version, so each such apply uses a new one.
 *
 * @param isReset whether the server resets a part of it
 */
function applying(place: Place, path: string, body: object, isReset = false): RequestStep {
  const { choices, at } = place
  const dryRun = choices.chance(0.08) ? '?dryRun=All' : ''
  const usual = choices.one(...managers)
  const manager = isReset || isPartlyKept(place.subject, body) ? `odd${at}` : usual
  return apply(`${path}${dryRun}`, `${manager}${choices.chance(0.4) ? '!' : ''}`, body)
}

function isPartlyKept({ isCustom }: Subject, body: object): boolean {
  const { metadata, ...fields } = body as Record<string, unknown>
  // Custom resources keep everything but nulls; the Go types of metadata and of built-in kinds drop everything empty.
  return hasEmpty(metadata) || (isCustom ? JSON.stringify(fields).includes('null') : hasEmpty(fields))
}

function hasEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === null || value === 0 || value === false
  return Object.keys(value).length === 0 || Object.values(value).some(hasEmpty)
}

function typeOf({ subject: { apiVersion, kind } }: Place): object {
  return { apiVersion, kind }
}

function whole(place: Place): object {
  return overlay(content(place, dense), place.subject.minimum) as object
}

function content({ subject, choices }: Place, options: ValueOptions): Record<string, unknown> {
  // The status is rarely written together with the object.
  const { status, ...fields } = subject.content.fields
  const kept = status !== undefined && choices.chance(0.1) ? subject.content.fields : fields
  const entries = Object.entries(kept).filter(() => choices.chance(0.9))
  return Object.fromEntries(entries.map(([name, shape]) => [name, randomValue(shape, choices, options)]))
}

function statusOf({ subject, choices }: Place, options: ValueOptions): unknown {
  const { status } = subject.content.fields
  return status === undefined ? {} : randomValue(status, choices, options)
}

type MetadataField = 'labels' | 'annotations' | 'finalizers' | 'ownerReferences'

function metadataOf(choices: Choices, options: ValueOptions): object {
  const fields = [
    ...choices.some(['labels'] as const, 0.5),
    ...choices.some(['annotations', 'finalizers', 'ownerReferences'] as const, 0.15),
  ]
  return Object.fromEntries(fields.map((field) => [field, metadataValue(field, choices, options)]))
}

function metadataValue(field: MetadataField, choices: Choices, options: ValueOptions): unknown {
  if (field === 'labels' || field === 'annotations') return randomValue(someLabels, choices, options)
  if (choices.chance(options.nulls)) return null
  return choices.some<unknown>(field === 'finalizers' ? [hold, `${hold}-2`] : [owner], 0.6)
}

function emptyOf(field: MetadataField): unknown {
  return field === 'labels' || field === 'annotations' ? {} : []
}

/** Merges `over` into `under`, objects field by field. */
function overlay(under: unknown, over: unknown): unknown {
  if (!isObject(under) || !isObject(over)) return over
  const laid = Object.entries(over).map(([name, value]) => [name, overlay(under[name], value)] as const)
  return { ...under, ...Object.fromEntries(laid) }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
