/** Cases about nulls and empty values in applied objects, and their effects; found by random sequences, and kept as explicit cases. */
import type { Case } from '../../../tools/conformance/case.ts'
import { apply, check, get, inNamespace, mergePatch, post, put, type Step } from '../../../tools/conformance/steps.ts'
import { widget, widgets } from './widgets.ts'

const path = `${widgets}/a`
const applied = (manager: string, fields: object, metadata: object = {}): Step =>
  apply(path, manager, widget({ name: 'a', ...metadata }, fields))
const appliedStatus = (manager: string, fields: object, metadata: object = {}): Step =>
  apply(`${path}/status`, manager, widget({ name: 'a', ...metadata }, fields))
const scaled = (manager: string, replicas: number): Step =>
  apply(`${path}/scale`, manager, {
    apiVersion: 'autoscaling/v1',
    kind: 'Scale',
    metadata: { name: 'a' },
    spec: { replicas },
  })
/** A no-op patch. */
const idle = mergePatch(path, { metadata: { annotations: {} } })
const otherUid = { uid: '00000000-0000-4000-8000-000000000001' }
const configMaps = inNamespace('configmaps')

const values: readonly (readonly [string, unknown])[] = [
  ['nested', null],
  ['map', null],
  ['set', null],
  ['n', null],
  ['maybe', null],
  ['filled', null],
  ['nested', { a: null, inner: null }],
  ['map', { p: null }],
  ['set', [null]],
  ['free', null],
  ['free', { u: null }],
]
const hidden: readonly object[] = [
  { finalizers: [] },
  { finalizers: null },
  { labels: null },
  { labels: {} },
  { annotations: { p: null } },
  { ownerReferences: [] },
]

export const nullCases: readonly Case[] = [
  ...values.map(([name, value]) =>
    check(
      `judges ${JSON.stringify({ [name]: value })} in an apply`,
      'SSA-10',
      applied('one', { spec: { [name]: value } }),
      idle,
    ),
  ),
  check('judges an applied spec that is null', 'SSA-10', applied('one', { spec: null })),
  check(
    'refuses an apply that leaves null where somebody else owns an object',
    'SSA-10',
    applied('one', { spec: { nested: { a: 'x' } } }),
    applied('two', { spec: { nested: {} } }),
    applied('one', { spec: {} }),
  ),
  check(
    'refuses an apply that leaves null where somebody else owns the status',
    'SSA-10',
    applied('one', {}),
    appliedStatus('one', { status: { phase: 'x' } }),
    appliedStatus('two', { status: {} }),
    appliedStatus('one', {}),
  ),
  check(
    'takes away an object in which nothing is left but the empty list of somebody else',
    'SSA-10',
    applied('one', { spec: { n: 1 } }),
    mergePatch(path, { spec: { set: [] } }),
    applied('one', {}),
  ),
  check('judges an applied status that is null', 'SSA-10', applied('one', {}), appliedStatus('one', { status: null })),
  ...hidden.map((metadata) =>
    check(
      `stores ${JSON.stringify(metadata)} where nobody sees it`,
      'SSA-10 UP-5',
      applied('one', { spec: { n: 2 } }, metadata),
      idle,
      idle,
    ),
  ),
  check(
    'stores nothing but the status through the status',
    'SSA-10 UP-5',
    applied('one', { spec: { n: 2 } }),
    appliedStatus('two', { status: { phase: 'x' } }, { labels: null }),
    idle,
  ),
  check(
    'lets one apply parts of what another has applied as null',
    'SSA-10',
    applied('one', { spec: { free: { u: null } } }),
    applied('two', { spec: { free: { u: { x: 1 } } } }),
    applied('two', { spec: { free: { u: 'x' } } }),
  ),
  check(
    'applies no scale that would change a custom resource',
    'SSA-16',
    applied('one', { spec: {} }),
    scaled('one', 2),
    applied('one', { spec: { n: 1 } }),
    scaled('two', 2),
    scaled('two!', 2),
    scaled('two', 1),
    get(path),
  ),
  check(
    'stores no defaults with a scale',
    'SSA-16 UP-5',
    applied('one', {}),
    mergePatch(`${path}/scale`, { spec: { replicas: 2 } }),
    get(path),
    idle,
    idle,
  ),
  check(
    'names the place of an object with another uid',
    'UP-2',
    applied('one', {}),
    put(path, widget({ name: 'a', ...otherUid, resourceVersion: '1' })),
    put(`${path}?dryRun=All`, widget({ name: 'a', ...otherUid, resourceVersion: '1' })),
    post(configMaps, { metadata: { name: 'a' } }),
    put(`${configMaps}/a`, { metadata: { name: 'a', ...otherUid } }),
    put(`${configMaps}/a?dryRun=All`, { metadata: { name: 'a', ...otherUid } }),
    put(`${configMaps}/b?dryRun=All`, { metadata: { name: 'b', ...otherUid } }),
  ),
  ...['', '?fieldValidation=Ignore', '?fieldValidation=Strict'].map((query) =>
    check(
      `refuses who does not say the kind${query === '' ? '' : `, with ${query.slice(1)}`}`,
      'FV-2',
      post(`${widgets}${query}`, { metadata: { name: 'a' } }),
      put(`${path}${query}`, { spec: {} }),
      put(`${path}${query}`, { apiVersion: 'example.dev/v3' }),
    ),
  ),
  check(
    'selects events by what they are about, in the words of both groups',
    'LI-8',
    post(inNamespace('events'), { metadata: { name: 'old' }, involvedObject: { namespace: '{ns}', name: 'a' } }),
    post(inNamespace('events.events.k8s.io/v1'), {
      metadata: { name: 'new' },
      regarding: { namespace: '{ns}', name: 'b' },
      eventTime: '2020-01-01T00:00:00.000000Z',
      type: 'Normal',
      reason: 'Started',
      action: 'Start',
      reportingController: 'example.dev/c',
      reportingInstance: 'c-0',
    }),
    ...[
      'regarding.name%3Da',
      'regarding.name%3Db',
      'reportingController%3Dexample.dev/c',
      'involvedObject.name%3Da',
    ].map((selector) => get(`${inNamespace('events.events.k8s.io/v1')}?fieldSelector=${selector}`)),
    get(`${inNamespace('events')}?fieldSelector=involvedObject.name%3Db`),
  ),
]
