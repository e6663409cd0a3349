/**
 * Scripts of random operations: several managers create, replace, patch, apply and delete a few objects of three kinds. What
 * each request is answered, what the watches say and what is left in the end must be the same on two servers.
 */
import { type Random, randomInt, seededRandom } from '@kubewright/core'
import type { Case, RequestStep, Step } from '../../../tools/conformance/case.ts'
import {
  apply,
  closeWatch,
  del,
  edited,
  get,
  inNamespace,
  jsonPatch,
  mergePatch,
  openWatch,
  post,
  put,
  request,
  strategicPatch,
} from '../../../tools/conformance/steps.ts'

interface Subject {
  readonly apiVersion: string
  readonly kind: string
  readonly collection: string
  /** Whether it takes strategic merge patches, and has a status and a scale. */
  readonly isTyped: boolean
  readonly hasStatus: boolean
  /** A random body, as somebody who writes all of it would. */
  whole(choose: Choose): object
  /** A random part of it, as a manager or a patch would say. */
  part(choose: Choose): object
}

type Choose = <Item>(...items: readonly Item[]) => Item

const values = ['x', 'y', 'z'] as const
const maybe = (choose: Choose, key: string, value: unknown) => (choose(true, false) ? { [key]: value } : {})
const dictionary = (choose: Choose) => ({
  ...maybe(choose, 'p', choose(...values)),
  ...maybe(choose, 'q', choose(...values)),
  ...maybe(choose, 'r', choose(...values)),
})
const template = (image: string, more: object = {}) => ({
  metadata: { labels: { a: 'b' } },
  spec: { containers: [{ name: 'c', image, ...more }] },
})

const subjects: readonly Subject[] = [
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    collection: inNamespace('configmaps'),
    isTyped: true,
    hasStatus: false,
    whole: (choose) => ({ data: dictionary(choose) }),
    part: (choose) => ({ data: dictionary(choose) }),
  },
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    collection: inNamespace('deployments.apps/v1'),
    isTyped: true,
    hasStatus: true,
    whole: (choose) => ({
      spec: {
        replicas: choose(1, 2, 3),
        selector: { matchLabels: { a: 'b' } },
        template: template(choose(...values), maybe(choose, 'env', [{ name: 'E', value: choose(...values) }])),
      },
    }),
    part: (choose) => ({
      spec: {
        ...maybe(choose, 'replicas', choose(1, 2, 3)),
        ...maybe(choose, 'paused', choose(true, false)),
        ...maybe(choose, 'template', { spec: { containers: [{ name: choose('c', 'd'), image: choose(...values) }] } }),
      },
    }),
  },
  {
    apiVersion: '{suite}.example.dev/v1',
    kind: 'Widget',
    collection: '/apis/{suite}.example.dev/v1/namespaces/{ns}/widgets',
    isTyped: false,
    hasStatus: true,
    whole: (choose) => ({
      spec: {
        n: choose(1, 2),
        map: dictionary(choose),
        set: [choose(...values)],
        items: [{ name: choose('i', 'j'), value: choose(...values) }],
      },
    }),
    part: (choose) => ({
      spec: {
        ...maybe(choose, 'n', choose(1, 2, 99)),
        ...maybe(choose, 'map', dictionary(choose)),
        ...maybe(choose, 'set', [choose(...values)]),
        ...maybe(choose, 'items', [{ name: choose('i', 'j', 'k'), value: choose(...values) }]),
      },
    }),
  },
]

/** The definition of the third kind, for the setup of the suite. */
export const widgetProperties = {
  spec: {
    type: 'object',
    properties: {
      n: { type: 'integer', maximum: 10, default: 1 },
      map: { type: 'object', additionalProperties: { type: 'string' } },
      set: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
      items: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['name'],
        items: {
          type: 'object',
          required: ['name'],
          properties: { name: { type: 'string' }, value: { type: 'string' } },
        },
      },
    },
  },
  status: { type: 'object', properties: { phase: { type: 'string' }, replicas: { type: 'integer' } } },
}

interface Place {
  readonly subject: Subject
  readonly name: string
  readonly path: string
  /** Under which the last answer about the object is kept. */
  readonly saved: string
  readonly choose: Choose
}

type Operation = (place: Place) => RequestStep

const labels = (choose: Choose) => ({ labels: dictionary(choose) })
const head = ({ subject, name }: Place) => ({ apiVersion: subject.apiVersion, kind: subject.kind, metadata: { name } })
const manager = ({ choose }: Place) => `fieldManager=${choose('m1', 'm2', 'm3')}`

const operations: readonly (readonly [weight: number, operation: Operation])[] = [
  [
    3,
    (place) =>
      post(`${place.subject.collection}?${manager(place)}`, {
        ...head(place),
        metadata: {
          name: place.name,
          ...maybe(place.choose, 'labels', dictionary(place.choose)),
          ...maybe(place.choose, 'finalizers', ['example.dev/hold']),
        },
        ...place.subject.whole(place.choose),
      }),
  ],
  [
    2,
    (place) =>
      put(`${place.path}?${manager(place)}`, edited(place.saved, { 'metadata.labels': dictionary(place.choose) })),
  ],
  [
    2,
    (place) =>
      put(`${place.path}?${manager(place)}`, {
        ...head(place),
        metadata: { name: place.name, ...labels(place.choose) },
        ...place.subject.whole(place.choose),
      }),
  ],
  [
    3,
    (place) =>
      mergePatch(`${place.path}?${manager(place)}`, {
        ...place.subject.part(place.choose),
        ...maybe(place.choose, 'metadata', labels(place.choose)),
      }),
  ],
  [
    1,
    (place) =>
      mergePatch(`${place.path}?${manager(place)}`, {
        metadata: { finalizers: place.choose(null, ['example.dev/hold']) },
      }),
  ],
  [
    1,
    (place) =>
      mergePatch(`${place.path}?${manager(place)}`, {
        metadata: { resourceVersion: `{{${place.saved}.metadata.resourceVersion}}`, ...labels(place.choose) },
      }),
  ],
  [
    2,
    (place) =>
      (place.subject.isTyped ? strategicPatch : mergePatch)(
        `${place.path}?${manager(place)}`,
        place.subject.part(place.choose),
      ),
  ],
  [
    2,
    (place) =>
      jsonPatch(`${place.path}?${manager(place)}`, [
        place.choose<object>(
          { op: 'add', path: '/metadata/labels', value: dictionary(place.choose) },
          { op: 'remove', path: '/metadata/labels/p' },
          { op: 'test', path: '/metadata/labels/q', value: 'x' },
          { op: 'add', path: '/metadata/annotations', value: dictionary(place.choose) },
        ),
      ]),
  ],
  [
    5,
    (place) =>
      apply(place.path, place.choose('a1', 'a2', 'a3', 'a1!', 'a2!'), {
        ...head(place),
        metadata: { name: place.name, ...maybe(place.choose, 'labels', dictionary(place.choose)) },
        ...place.choose(place.subject.part(place.choose), place.subject.whole(place.choose)),
      }),
  ],
  [
    2,
    (place) =>
      mergePatch(`${place.path}/status?${manager(place)}`, {
        status: place.choose<object>({ replicas: 1 }, { replicas: 2 }, {}),
        metadata: labels(place.choose),
      }),
  ],
  [1, (place) => mergePatch(`${place.path}/scale?${manager(place)}`, { spec: { replicas: place.choose(1, 2, 4) } })],
  [
    1,
    (place) =>
      apply(`${place.path}/status`, place.choose('s1', 's2', 's1!'), {
        ...head(place),
        status: { replicas: place.choose(1, 2) },
      }),
  ],
  [
    1,
    (place) =>
      del(
        place.path,
        place.choose<object | undefined>(
          undefined,
          { propagationPolicy: 'Foreground' },
          { propagationPolicy: 'Orphan' },
          { propagationPolicy: 'Background' },
          { preconditions: { resourceVersion: `{{${place.saved}.metadata.resourceVersion}}` } },
        ),
      ),
  ],
  [1, (place) => mergePatch(place.path, { metadata: { finalizers: null } })],
  [1, (place) => get(`${place.subject.collection}?labelSelector=${place.choose('p', '!p', 'q%3Dx', 'r+in+(x%2Cy)')}`)],
  [1, (place) => get(place.path)],
  [1, (place) => request('DELETE', `${place.subject.collection}?labelSelector=r%3Dz`)],
  [1, (place) => mergePatch(`${place.path}?dryRun=All&${manager(place)}`, place.subject.part(place.choose))],
]

const deck = operations.flatMap(([weight, operation]) => Array.from({ length: weight }, () => operation))

/** The same seed makes the same script. */
export function randomSequence(seed: number, length = 25): Case {
  const random = seededRandom(`conformance ${seed}`)
  const choose = chooser(random)
  const steps = Array.from({ length }, (): Step => {
    const subject = choose(...subjects)
    const name = choose('a', 'b')
    const saved = `${subject.kind}-${name}`
    const place: Place = { subject, name, path: `${subject.collection}/${name}`, saved, choose }
    const step = choose(...deck)(place)
    const isOfOne = step.path.startsWith(place.path) && !step.path.includes('/scale') && !step.path.includes('dryRun')
    return { ...step, compare: 'digest', ...(isOfOne && step.method !== 'DELETE' ? { saveAs: saved } : {}) }
  })
  return {
    name: `agrees on random sequence ${seed}`,
    rules: ['WA-11', 'SSA-10', 'UP-2', 'UP-5'],
    steps: [
      ...subjects.map(({ kind, collection }) => openWatch(kind, `${collection}?watch=true`)),
      ...steps,
      ...subjects.map(({ kind }) => closeWatch(kind, undefined, 'digest')),
      ...subjects.map(({ collection }): Step => ({ ...get(collection), compare: 'digest' })),
    ],
  }
}

function chooser(random: Random): Choose {
  return (...items) => items[randomInt(random, items.length)]!
}
