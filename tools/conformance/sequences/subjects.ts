/** The kinds of random sequences: two custom resources, with and without subresources, and two built-in kinds. */
import type { ValueShape } from './random-value.ts'

export interface Subject {
  readonly apiVersion: string
  readonly kind: string
  /** The path of its objects in the namespace of the case. */
  readonly collection: string
  readonly isCustom: boolean
  readonly hasStatus: boolean
  readonly hasScale: boolean
  /** The fields of an object apart from its metadata. */
  readonly content: ValueShape & { readonly fields: Readonly<Record<string, ValueShape>> }
  /** The fields that a valid object requires. */
  readonly minimum: object
}

const words = { leaf: ['x', 'y', 'z'] }
const texts = { keys: ['p', 'q', 'r'], values: words }
const count = { leaf: [1, 2, 3] }

const widgetStatus: ValueShape = {
  fields: {
    phase: words,
    replicas: count,
    detail: { fields: { x: count, y: words } },
    conditions: { key: 'type', names: ['A', 'B'], item: { fields: { status: { leaf: ['True', 'False'] } } } },
  },
}

const widgetSpec: ValueShape = {
  fields: {
    n: { leaf: [1, 2, 3, 99] },
    map: texts,
    set: { set: ['x', 'y', 'z'] },
    items: {
      key: 'name',
      names: ['i', 'j', 'k'],
      item: { fields: { value: words, more: { fields: { x: count } } } },
    },
    nested: { fields: { a: words, inner: { fields: { x: count, y: words } } } },
    maybe: { leaf: ['x', null] },
    free: { keys: ['u', 'v'], values: { fields: { x: count, y: words } } },
    whole: { fields: { x: count, y: words } },
    list: { set: [1, 2] },
    filled: { fields: { x: count, y: words } },
  },
}

const podSpec: ValueShape = {
  fields: {
    containers: {
      key: 'name',
      names: ['c', 'd'],
      item: {
        fields: {
          image: { leaf: ['i1', 'i2'] },
          env: { key: 'name', names: ['E', 'F'], item: { fields: { value: words } } },
          command: { set: ['run', 'now'] },
        },
      },
    },
    nodeSelector: texts,
    terminationGracePeriodSeconds: { leaf: [10, 30] },
    securityContext: { fields: { runAsUser: { leaf: [1, 2] } } },
  },
}

const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'i1' }] } }

export const subjects: readonly Subject[] = [
  {
    apiVersion: '{suite}.example.dev/v1',
    kind: 'Widget',
    collection: '/apis/{suite}.example.dev/v1/namespaces/{ns}/widgets',
    isCustom: true,
    hasStatus: true,
    hasScale: true,
    content: { fields: { spec: widgetSpec, status: widgetStatus } },
    minimum: {},
  },
  {
    apiVersion: '{suite}.example.dev/v1',
    kind: 'Gadget',
    collection: '/apis/{suite}.example.dev/v1/namespaces/{ns}/gadgets',
    isCustom: true,
    hasStatus: false,
    hasScale: false,
    content: { fields: { spec: widgetSpec, status: widgetStatus } },
    minimum: {},
  },
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    collection: '/apis/apps/v1/namespaces/{ns}/deployments',
    isCustom: false,
    hasStatus: true,
    hasScale: true,
    content: {
      fields: {
        spec: {
          fields: {
            replicas: count,
            paused: { leaf: [true, false] },
            minReadySeconds: { leaf: [0, 5] },
            strategy: { fields: { type: { leaf: ['Recreate', 'RollingUpdate'] } } },
            template: { fields: { metadata: { fields: { annotations: texts } }, spec: podSpec } },
          },
        },
        status: {
          fields: {
            replicas: count,
            observedGeneration: count,
            conditions: {
              key: 'type',
              names: ['Available', 'Progressing'],
              item: { fields: { status: { leaf: ['True', 'False'] }, reason: words } },
            },
          },
        },
      },
    },
    minimum: { spec: { selector: { matchLabels: { app: 'a' } }, template } },
  },
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    collection: '/api/v1/namespaces/{ns}/configmaps',
    isCustom: false,
    hasStatus: false,
    hasScale: false,
    content: {
      fields: { data: texts, binaryData: { keys: ['s'], values: { leaf: ['AAAA', 'BBBB'], isNeverNull: true } } },
    },
    minimum: {},
  },
]
