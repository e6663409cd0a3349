/** Catalogue 1.5, second part: server-side apply, and field ownership. */
import type { Case } from '../../../tools/conformance/case.ts'
import {
  apply,
  check,
  defineSuite,
  edited,
  get,
  inNamespace,
  jsonPatch,
  mergePatch,
  post,
  put,
  quietly,
  request,
  strategicPatch,
} from '../../../tools/conformance/steps.ts'
import { establish, version, widget, widgets } from './widgets.ts'

const configMaps = inNamespace('configmaps')
const a = `${configMaps}/a`
const map = (data: object, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a', ...metadata },
  data,
})
const d = inNamespace('deployments.apps/v1', 'd')
const deployment = (spec: object = {}, metadata: object = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'd', ...metadata },
  spec: {
    selector: { matchLabels: { a: 'b' } },
    template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i:1' }] } },
    ...spec,
  },
})
const w = `${widgets}/a`
const gadget = (spec: object, rest: object = {}) => widget({ name: 'a' }, { spec, ...rest })
const owned = (one: Case): Case => ({ ...one, showsManagedFields: true })

const widgetSchema = {
  spec: {
    type: 'object',
    properties: {
      n: { type: 'integer', default: 1 },
      s: { type: 'string' },
      map: { type: 'object', additionalProperties: { type: 'string' } },
      whole: { type: 'object', 'x-kubernetes-map-type': 'atomic', additionalProperties: { type: 'string' } },
      set: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
      list: { type: 'array', items: { type: 'string' } },
      items: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['name', 'port'],
        items: {
          type: 'object',
          required: ['name'],
          properties: {
            name: { type: 'string' },
            port: { type: 'integer', default: 80 },
            value: { type: 'string' },
            deep: { type: 'object', properties: { x: { type: 'string' } } },
          },
        },
      },
      free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      port: { 'x-kubernetes-int-or-string': true },
      embedded: {
        type: 'object',
        'x-kubernetes-embedded-resource': true,
        'x-kubernetes-preserve-unknown-fields': true,
      },
    },
  },
  status: {
    type: 'object',
    properties: {
      p: { type: 'string' },
      conditions: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['type'],
        items: {
          type: 'object',
          required: ['type'],
          properties: { type: { type: 'string' }, status: { type: 'string' } },
        },
      },
    },
  },
}

const bodies: readonly [name: string, rules: string, body: unknown][] = [
  ['without a kind', 'SSA-2', { apiVersion: 'v1', metadata: { name: 'a' } }],
  ['without a version', 'SSA-2', { kind: 'ConfigMap', metadata: { name: 'a' } }],
  ['of another kind', 'SSA-2', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' } }],
  ['of another version', 'SSA-2', { apiVersion: 'v2', kind: 'ConfigMap', metadata: { name: 'a' } }],
  ['without a name', 'SSA-2', { apiVersion: 'v1', kind: 'ConfigMap' }],
  ['of another name', 'SSA-2', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'b' } }],
  ['with managed fields', 'SSA-2', map({}, { managedFields: [{ manager: 'x' }] })],
  ['with a resource version', 'UP-9', map({}, { resourceVersion: '1' })],
  ['with a uid', 'UP-4', map({}, { uid: '00000000-0000-4000-8000-000000000000' })],
  ['in another namespace', 'SSA-2', map({}, { namespace: 'other' })],
  ['with an unknown field', 'SSA-18', { ...map({}), unknown: 1 }],
  ['with the wrong type', 'SSA-18', map({ a: 5 })],
  ['with a list for a map', 'SSA-18', { ...map({}), data: [] }],
  ['with null', 'SSA-18', { ...map({}), data: null }],
  ['with a null value', 'SSA-18', map({ a: null })],
  ['as YAML', 'SSA-2', 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  a: b\n'],
  [
    'as YAML with a double key',
    'FV-2',
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  a: b\n  a: c\n',
  ],
  ['that is empty', 'SSA-2', ''],
  ['that is a list', 'SSA-2', []],
  ['that is no YAML', 'SSA-2', '{a: ['],
]

export default defineSuite({
  section: '1.5',
  topic: 'apply',
  setup: establish({
    versions: [
      version(widgetSchema, {
        subresources: { status: {}, scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' } },
      }),
    ],
  }),
  cases: [
    ...bodies.map(([name, rules, body]) => check(`takes an object ${name}`, rules, apply(a, 'one', body))),
    ...bodies.map(([name, rules, body]) =>
      check(`changes by an object ${name}`, rules, quietly(post(configMaps, map({ x: 'y' }))), apply(a, 'one', body)),
    ),
    ...(
      [
        check(
          'requires a manager',
          'SSA-1',
          request('PATCH', a, { body: map({}), headers: { 'content-type': 'application/apply-patch+yaml' } }),
        ),
        check(
          'refuses force without apply',
          'SSA-1',
          quietly(post(configMaps, map({}))),
          mergePatch(`${a}?force=true`, {}),
          mergePatch(`${a}?force=true&fieldManager=m`, {}),
        ),
        check('refuses a manager that is too long', 'SSA-1', apply(a, 'm'.repeat(129), map({}))),
        check('refuses a manager that cannot be printed', 'SSA-1', apply(a, 'a\u0007b', map({}))),
        check(
          'refuses force that is no truth',
          'SSA-1',
          request('PATCH', `${a}?fieldManager=m&force=maybe`, {
            body: map({}),
            headers: { 'content-type': 'application/apply-patch+yaml' },
          }),
        ),
        check(
          'notes who applied',
          'SSA-3 SSA-5 SSA-6',
          apply(
            a,
            'one',
            map({ a: 'b' }, { labels: { l: 'm' }, annotations: { n: 'o' }, finalizers: ['example.dev/x'] }),
          ),
        ),
        check(
          'notes who created',
          'SSA-3 SSA-7',
          post(configMaps, map({ a: 'b' }, { labels: { l: 'm' } })),
          post(`${configMaps}?fieldManager=boss`, { metadata: { name: 'b' }, data: { c: 'd' } }),
          post(configMaps, { metadata: { name: 'c' }, data: { c: 'd' } }, { headers: { 'user-agent': 'agent/9 (x)' } }),
          post(configMaps, { metadata: { name: 'd' }, data: { c: 'd' } }, { headers: { 'user-agent': null } }),
        ),
        check(
          'notes who changed',
          'SSA-7',
          quietly(post(configMaps, map({ a: 'b', c: 'd' }))),
          mergePatch(`${a}?fieldManager=two`, { data: { a: 'x' } }),
          put(`${a}?fieldManager=three`, map({ a: 'x', e: 'f' })),
          strategicPatch(`${a}?fieldManager=two`, { data: { e: null } }),
          jsonPatch(`${a}?fieldManager=four`, [{ op: 'add', path: '/data/g', value: 'h' }]),
        ),
        check(
          'tells an applier from a writer of the same name',
          'SSA-4',
          apply(a, 'one', map({ a: 'b' })),
          mergePatch(`${a}?fieldManager=one`, { data: { c: 'd' } }),
          apply(a, 'one', map({ a: 'c' })),
        ),
        check(
          'shares what two say alike',
          'SSA-10',
          apply(a, 'one', map({ a: 'b' })),
          apply(a, 'two', map({ a: 'b' })),
        ),
        check(
          'refuses a conflict',
          'SSA-10 SSA-12 ER-4',
          apply(a, 'one', map({ a: 'b' })),
          apply(a, 'two', map({ a: 'c' })),
        ),
        check(
          'refuses several conflicts',
          'SSA-12',
          apply(a, 'one', map({ a: 'b', c: 'd' })),
          apply(a, 'two', map({ a: 'x', c: 'y' })),
        ),
        check(
          'refuses conflicts with several',
          'SSA-12',
          apply(a, 'one', map({ a: 'b' })),
          quietly(mergePatch(`${a}?fieldManager=two`, { data: { c: 'd' } })),
          apply(a, 'three', map({ a: 'x', c: 'y' })),
        ),
        check(
          'takes over by force',
          'SSA-10',
          apply(a, 'one', map({ a: 'b', c: 'd' })),
          apply(a, 'two!', map({ a: 'x' })),
          apply(a, 'one', map({ c: 'd' })),
          apply(a, 'two', map({})),
        ),
        check(
          'removes what is no longer applied',
          'SSA-10',
          apply(a, 'one', map({ a: 'b', c: 'd' })),
          apply(a, 'one', map({ a: 'b' })),
          apply(a, 'one', { apiVersion: 'v1', kind: 'ConfigMap' }),
        ),
        check(
          'keeps what others share',
          'SSA-10',
          apply(a, 'one', map({ a: 'b', c: 'd' })),
          apply(a, 'two', map({ a: 'b' })),
          apply(a, 'one', map({ c: 'd' })),
        ),
        check(
          'keeps what others changed',
          'SSA-10',
          apply(a, 'one', map({ a: 'b' })),
          mergePatch(`${a}?fieldManager=two`, { data: { a: 'z' } }),
          apply(a, 'one', map({})),
          get(a),
        ),
        check(
          'changes nothing when nothing changes',
          'SSA-11',
          apply(a, 'one', map({ a: 'b' })),
          apply(a, 'one', map({ a: 'b' })),
          apply(a, 'one', map({ a: 'b' })),
        ),
        check(
          'owns an empty map',
          'SSA-5',
          apply(a, 'one', { ...map({}), data: {} }),
          apply(a, 'two', map({ a: 'b' })),
        ),
        check(
          'forgets owners when asked',
          'SSA-14',
          apply(a, 'one', map({ a: 'b' }), { saveAs: 'a' }),
          put(a, edited('a', { 'metadata.managedFields': [] }), { saveAs: 'b' }),
          apply(a, 'two', map({ a: 'c' })),
        ),
        check(
          'forgets owners by a patch',
          'SSA-14',
          apply(a, 'one', map({ a: 'b' })),
          mergePatch(a, { metadata: { managedFields: [{}] } }),
          mergePatch(a, { metadata: { managedFields: null } }),
          jsonPatch(a, [{ op: 'replace', path: '/metadata/managedFields', value: [{}] }]),
        ),
        check(
          'calls the first owner of all',
          'SSA-9',
          quietly(post(configMaps, map({ a: 'b' }), { saveAs: 'a' })),
          quietly(mergePatch(a, { metadata: { managedFields: [{}] } })),
          apply(a, 'one', map({ c: 'd' })),
        ),
        check(
          'counts writers',
          'SSA-8',
          quietly(post(`${configMaps}?fieldManager=m00`, map({ k0: 'v' }))),
          ...Array.from({ length: 12 }, (_, at) =>
            quietly(
              mergePatch(`${a}?fieldManager=m${String(at + 1).padStart(2, '0')}`, { data: { [`k${at + 1}`]: 'v' } }),
            ),
          ),
          get(a),
        ),
        check(
          'merges containers',
          'SSA-13 SSA-19',
          apply(d, 'one', deployment()),
          apply(d, 'two', {
            apiVersion: 'apps/v1',
            kind: 'Deployment',
            metadata: { name: 'd' },
            spec: { template: { spec: { containers: [{ name: 'e', image: 'j' }] } } },
          }),
          apply(d, 'three', {
            apiVersion: 'apps/v1',
            kind: 'Deployment',
            metadata: { name: 'd' },
            spec: { replicas: 5, template: { spec: { containers: [{ name: 'c', image: 'k' }] } } },
          }),
        ),
        check(
          'owns ports, variables and mounts',
          'SSA-5 SSA-19',
          apply(
            d,
            'one',
            deployment({
              template: {
                metadata: { labels: { a: 'b' } },
                spec: {
                  containers: [
                    {
                      name: 'c',
                      image: 'i',
                      env: [{ name: 'A', value: '1' }],
                      ports: [{ containerPort: 80, protocol: 'TCP' }],
                      volumeMounts: [{ name: 'v', mountPath: '/x' }],
                      args: ['a'],
                    },
                  ],
                  volumes: [{ name: 'v', emptyDir: {} }],
                },
              },
            }),
          ),
        ),
        check(
          'refuses one key twice',
          'SSA-18',
          apply(
            d,
            'one',
            deployment({
              template: {
                metadata: { labels: { a: 'b' } },
                spec: {
                  containers: [
                    { name: 'c', image: 'i' },
                    { name: 'c', image: 'j' },
                  ],
                },
              },
            }),
          ),
        ),
        check(
          'refuses a list item without its key',
          'SSA-18',
          apply(
            d,
            'one',
            deployment({ template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ image: 'i' }] } } }),
          ),
        ),
        check(
          'refuses what the schema does not have',
          'SSA-18',
          apply(d, 'one', deployment({ foo: 1 })),
          apply(w, 'one', gadget({ foo: 1 })),
          apply(d, 'one', deployment({ replicas: 'many' })),
          apply(w, 'one', gadget({ n: 'many' })),
        ),
        check(
          'hands replicas to who scales',
          'SSA-16',
          apply(d, 'one', deployment({ replicas: 2 })),
          mergePatch(`${d}/scale?fieldManager=scaler`, { spec: { replicas: 4 } }),
          get(d),
          apply(d, 'one', deployment({ replicas: 2 })),
          apply(`${d}/scale`, 'applier!', {
            apiVersion: 'autoscaling/v1',
            kind: 'Scale',
            metadata: { name: 'd' },
            spec: { replicas: 6 },
          }),
          get(d),
        ),
        check(
          'applies the status alone',
          'SSA-15',
          apply(d, 'one', deployment()),
          apply(`${d}/status`, 'two', {
            apiVersion: 'apps/v1',
            kind: 'Deployment',
            metadata: { name: 'd', labels: { a: 'b' } },
            spec: { replicas: 7 },
            status: { replicas: 3 },
          }),
          // Another field changes too: an apply that changes only the status is written only once a second has passed.
          apply(d, 'one', { ...deployment({ replicas: 2 }), status: { replicas: 9 } }),
          get(d),
        ),
        check(
          'applies no status to what is not there',
          'UP-10',
          apply(`${d}/status`, 'two', {
            apiVersion: 'apps/v1',
            kind: 'Deployment',
            metadata: { name: 'd' },
            status: { replicas: 3 },
          }),
          apply(`${w}/status`, 'two', gadget({}, { status: { p: 'x' } })),
        ),
        check(
          'lets kubectl take over what it applied before',
          'SSA-17',
          quietly(
            post(
              `${inNamespace('deployments.apps/v1')}?fieldManager=kubectl-client-side-apply`,
              deployment(
                { replicas: 2 },
                {
                  annotations: {
                    'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(deployment({ replicas: 2 })),
                  },
                },
              ),
            ),
          ),
          apply(d, 'kubectl', deployment({ replicas: 3 })),
          apply(d, 'other', deployment({ replicas: 4 })),
        ),
        check(
          'applies a custom resource',
          'SSA-3 SSA-19',
          apply(
            w,
            'one',
            gadget({
              s: 'x',
              map: { a: 'b' },
              whole: { a: 'b' },
              set: ['x', 'y'],
              list: ['p'],
              items: [{ name: 'i', value: 'v', deep: { x: 'y' } }],
              free: { any: { thing: [1] } },
              port: 'http',
            }),
          ),
        ),
        check(
          'merges maps, sets and lists of a custom resource',
          'SSA-10 SSA-13 SSA-19',
          apply(
            w,
            'one',
            gadget({ map: { a: 'b' }, whole: { a: 'b' }, set: ['x', 'y'], items: [{ name: 'i', value: 'v' }] }),
          ),
          apply(w, 'two', gadget({ map: { c: 'd' }, set: ['z'], items: [{ name: 'j' }, { name: 'i', port: 81 }] })),
          apply(w, 'three', gadget({ map: { a: 'x' }, whole: { z: 'z' }, items: [{ name: 'i', value: 'w' }] })),
          apply(w, 'one', gadget({ set: ['y'] })),
        ),
        check(
          'conflicts about whole lists',
          'SSA-13',
          apply(w, 'one', gadget({ list: ['a'], whole: { a: 'b' } })),
          apply(w, 'two', gadget({ list: ['a', 'b'], whole: { a: 'b', c: 'd' } })),
          apply(w, 'two', gadget({ list: ['a'], whole: { a: 'b' } })),
        ),
        check(
          'refuses a set with doubles',
          'SSA-18',
          apply(w, 'one', gadget({ set: ['x', 'x'] })),
          apply(w, 'one', gadget({ items: [{ name: 'i' }, { name: 'i', port: 80 }] })),
        ),
        check(
          'guesses what is free',
          'SSA-19',
          apply(w, 'one', gadget({ free: { a: { b: 'c' }, l: [1, 2] } })),
          apply(w, 'two', gadget({ free: { a: { d: 'e' }, l: [1, 2, 3] } })),
        ),
        check(
          'owns an embedded object',
          'SSA-19',
          apply(
            w,
            'one',
            gadget({
              embedded: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x', labels: { a: 'b' } }, spec: { x: 1 } },
            }),
          ),
        ),
        check(
          'does not own defaults',
          'SSA-7 DF-1',
          apply(w, 'one', gadget({ s: 'x', items: [{ name: 'i' }] })),
          apply(w, 'two', gadget({ n: 1 })),
          apply(w, 'two', gadget({})),
        ),
        check(
          'applies the status of a custom resource',
          'SSA-15',
          apply(w, 'one', gadget({ s: 'x' }, { status: { p: 'no' } })),
          apply(
            `${w}/status`,
            'two',
            gadget({ s: 'z' }, { status: { p: 'yes', conditions: [{ type: 'Ready', status: 'True' }] } }),
          ),
          apply(`${w}/status`, 'three', gadget({}, { status: { conditions: [{ type: 'Ready', status: 'False' }] } })),
          apply(`${w}/status`, 'three', gadget({}, { status: { conditions: [{ type: 'Other', status: 'False' }] } })),
          get(w),
        ),
        check(
          'scales a custom resource',
          'SSA-16 SR-2',
          apply(w, 'one', gadget({ n: 2 })),
          mergePatch(`${w}/scale?fieldManager=scaler`, { spec: { replicas: 3 } }),
          get(w),
          apply(w, 'one', gadget({ n: 2 })),
        ),
        check(
          'tries without keeping',
          'DR-1',
          apply(`${a}?dryRun=All`, 'one', map({ a: 'b' })),
          get(a),
          apply(a, 'one', map({ a: 'b' })),
          apply(`${a}?dryRun=All`, 'one', map({ a: 'c' })),
          get(a),
        ),
        check(
          'finds double keys by mode',
          'FV-2',
          ...['Strict', 'Warn', 'Ignore'].map((mode) =>
            apply(
              `${a}?fieldValidation=${mode}`,
              'one',
              'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  a: b\n  a: c\n',
            ),
          ),
        ),
        check(
          'finds unknown fields by mode',
          'FV-2 SSA-18',
          ...['Strict', 'Warn', 'Ignore'].map((mode) =>
            apply(`${a}?fieldValidation=${mode}`, 'one', { ...map({}), unknown: 1 }),
          ),
        ),
        check(
          'applies owners and finalizers',
          'SSA-6',
          apply(
            a,
            'one',
            map(
              {},
              {
                ownerReferences: [
                  { apiVersion: 'v1', kind: 'X', name: 'x', uid: '00000000-0000-4000-8000-000000000001' },
                ],
                finalizers: ['example.dev/a'],
              },
            ),
          ),
          apply(
            a,
            'two',
            map(
              {},
              {
                ownerReferences: [
                  { apiVersion: 'v1', kind: 'Y', name: 'y', uid: '00000000-0000-4000-8000-000000000002' },
                ],
                finalizers: ['example.dev/b'],
              },
            ),
          ),
          apply(a, 'one', map({})),
        ),
        check(
          'leaves the fields of others that a PUT drops',
          'SSA-7',
          apply(a, 'one', map({ a: 'b', c: 'd' }), { saveAs: 'a' }),
          put(`${a}?fieldManager=two`, edited('a', { data: { a: 'b' } })),
          apply(a, 'one', map({ a: 'b', c: 'd' })),
        ),
        check(
          'keeps owners through status writes',
          'SSA-14 SSA-15',
          apply(w, 'one', gadget({ s: 'x' }), { saveAs: 'a' }),
          put(`${w}/status`, edited('a', { 'metadata.managedFields': [], status: { p: 'q' } })),
          mergePatch(`${w}/status`, { metadata: { managedFields: [{}] }, status: { p: 'r' } }),
        ),
        check(
          'is told apart by subresource',
          'SSA-4',
          apply(w, 'one', gadget({ s: 'x' })),
          apply(`${w}/status`, 'one', gadget({}, { status: { p: 'x' } })),
          mergePatch(`${w}/status?fieldManager=one`, { status: { p: 'y' } }),
          mergePatch(`${w}?fieldManager=one`, { spec: { s: 'y' } }),
        ),
      ] satisfies Case[]
    ).map(owned),
  ],
})
