/** Catalogue 1.5, first part: PUT, and patches other than apply. */
import {
  check,
  defineSuite,
  del,
  edited,
  get,
  inCluster,
  inNamespace,
  jsonPatch,
  mergePatch,
  post,
  put,
  quietly,
  strategicPatch,
} from '../../../tools/conformance/steps.ts'
import { establish, version, widget, widgets } from './widgets.ts'

const configMaps = inNamespace('configmaps')
const a = `${configMaps}/a`
const made = post(
  configMaps,
  { metadata: { name: 'a', labels: { x: 'y' } }, data: { a: 'b' } },
  { saveAs: 'a', compare: 'none' },
)
const deployments = inNamespace('deployments.apps/v1')
const d = `${deployments}/d`
const containers = [
  {
    name: 'c',
    image: 'i:1',
    env: [
      { name: 'A', value: '1' },
      { name: 'B', value: '2' },
    ],
    ports: [{ containerPort: 80 }],
    args: ['x'],
  },
  { name: 'e', image: 'j:1' },
]
const deployed = quietly(
  post(
    deployments,
    {
      metadata: { name: 'd', finalizers: ['example.dev/a', 'example.dev/b'] },
      spec: {
        selector: { matchLabels: { a: 'b' } },
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } },
        template: {
          metadata: { labels: { a: 'b' } },
          spec: { containers, volumes: [{ name: 'v', emptyDir: {} }], tolerations: [{ key: 'k', operator: 'Exists' }] },
        },
      },
    },
    { saveAs: 'd' },
  ),
)

const edits: readonly [name: string, rules: string, changes: Record<string, unknown>][] = [
  ['another name', 'UP-1', { 'metadata.name': 'b' }],
  ['no name', 'UP-1', { 'metadata.name': undefined }],
  ['another namespace', 'UP-1', { 'metadata.namespace': 'other' }],
  ['no namespace', 'UP-1', { 'metadata.namespace': undefined }],
  ['another uid', 'UP-4 UP-8', { 'metadata.uid': '00000000-0000-4000-8000-000000000000' }],
  ['no uid', 'UP-7', { 'metadata.uid': undefined }],
  ['another creation time', 'UP-7', { 'metadata.creationTimestamp': '2001-01-01T00:00:00Z' }],
  ['no creation time', 'UP-7', { 'metadata.creationTimestamp': undefined }],
  ['a deletion time', 'UP-8', { 'metadata.deletionTimestamp': '2001-01-01T00:00:00Z' }],
  ['a grace period', 'UP-8', { 'metadata.deletionGracePeriodSeconds': 5 }],
  ['a generation', 'UP-7', { 'metadata.generation': 5 }],
  ['a self link', 'UP-7', { 'metadata.selfLink': '/x' }],
  ['a prefix for its name', 'UP-7', { 'metadata.generateName': 'x-' }],
  ['a version of the future', 'UP-2', { 'metadata.resourceVersion': '999999999' }],
  ['a version that is no number', 'UP-2', { 'metadata.resourceVersion': 'abc' }],
  ['a version of 0', 'UP-3', { 'metadata.resourceVersion': '0' }],
  ['no version', 'UP-3', { 'metadata.resourceVersion': undefined }],
  ['nothing new', 'UP-5', {}],
  ['new data', 'UP-5', { data: { b: 'c' } }],
  ['no labels', 'UP-5', { 'metadata.labels': undefined }],
  ['no managed fields', 'SSA-14', { 'metadata.managedFields': undefined }],
  ['empty managed fields', 'SSA-14', { 'metadata.managedFields': [] }],
  ['an empty managed field', 'SSA-14', { 'metadata.managedFields': [{}] }],
  [
    'a wrong managed field',
    'SSA-14',
    {
      'metadata.managedFields': [
        { manager: 'x', operation: 'Nothing', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {} },
      ],
    },
  ],
  [
    'a managed field of its own',
    'SSA-14',
    {
      'metadata.managedFields': [
        {
          manager: 'x',
          operation: 'Update',
          apiVersion: 'v1',
          time: '2001-01-01T00:00:00Z',
          fieldsType: 'FieldsV1',
          fieldsV1: { 'f:data': {} },
        },
      ],
    },
  ],
  ['a bad label', 'UP-8', { 'metadata.labels': { 'a b': 'c' } }],
  ['a finalizer', 'UP-8', { 'metadata.finalizers': ['example.dev/a'] }],
  ['another kind', 'UP-1', { kind: 'Secret' }],
  ['another apiVersion', 'UP-1', { apiVersion: 'v2' }],
]

const jsonPatches: readonly [name: string, patch: unknown][] = [
  ['adds', [{ op: 'add', path: '/data/b', value: 'c' }]],
  ['replaces', [{ op: 'replace', path: '/data/a', value: 'c' }]],
  ['removes', [{ op: 'remove', path: '/data/a' }]],
  ['moves', [{ op: 'move', from: '/data/a', path: '/data/z' }]],
  ['copies', [{ op: 'copy', from: '/data/a', path: '/data/z' }]],
  ['tests', [{ op: 'test', path: '/data/a', value: 'b' }]],
  ['tests in vain', [{ op: 'test', path: '/data/a', value: 'x' }]],
  ['tests what is not there', [{ op: 'test', path: '/data/none', value: null }]],
  ['removes what is not there', [{ op: 'remove', path: '/data/none' }]],
  ['replaces what is not there', [{ op: 'replace', path: '/data/none', value: 'x' }]],
  ['adds below what is not there', [{ op: 'add', path: '/nowhere/b', value: 'x' }]],
  ['moves what is not there', [{ op: 'move', from: '/data/none', path: '/data/z' }]],
  [
    'appends',
    [
      { op: 'add', path: '/metadata/finalizers', value: ['example.dev/a'] },
      { op: 'add', path: '/metadata/finalizers/-', value: 'example.dev/b' },
    ],
  ],
  [
    'inserts',
    [
      { op: 'add', path: '/metadata/finalizers', value: ['example.dev/a'] },
      { op: 'add', path: '/metadata/finalizers/0', value: 'example.dev/b' },
    ],
  ],
  [
    'counts from the end',
    [
      { op: 'add', path: '/metadata/finalizers', value: ['example.dev/a', 'example.dev/b'] },
      { op: 'remove', path: '/metadata/finalizers/-1' },
    ],
  ],
  [
    'inserts beyond the end',
    [
      { op: 'add', path: '/metadata/finalizers', value: ['example.dev/a'] },
      { op: 'add', path: '/metadata/finalizers/5', value: 'example.dev/b' },
    ],
  ],
  ['does what is unknown', [{ op: 'dance', path: '/data/a' }]],
  ['does nothing', []],
  ['names no operation', [{ path: '/data/a' }]],
  ['names no path', [{ op: 'add', value: 'x' }]],
  ['names no value', [{ op: 'add', path: '/data/q' }]],
  ['has a path without a slash', [{ op: 'add', path: 'data/a', value: 'x' }]],
  ['is an object', { op: 'add' }],
  ['is text', 'hello'],
  ['is null', null],
  ['is not JSON', '[{'],
  ['is empty text', ''],
  ['has an unknown key', [{ op: 'add', path: '/data/b', value: 'c', foo: 1 }]],
  [
    'escapes',
    [
      { op: 'add', path: '/metadata/annotations', value: {} },
      { op: 'add', path: '/metadata/annotations/example.dev~1a~0b', value: 'c' },
    ],
  ],
  [
    'replaces everything',
    [{ op: 'replace', path: '', value: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } } }],
  ],
  ['replaces everything with nothing', [{ op: 'replace', path: '', value: null }]],
  ['changes the name', [{ op: 'replace', path: '/metadata/name', value: 'b' }]],
  ['changes the kind', [{ op: 'replace', path: '/kind', value: 'Secret' }]],
  ['changes the version', [{ op: 'replace', path: '/apiVersion', value: 'v2' }]],
  ['puts the wrong type', [{ op: 'replace', path: '/data/a', value: 5 }]],
  ['puts an unknown field', [{ op: 'add', path: '/unknown', value: 5 }]],
  ['sets a stale version', [{ op: 'replace', path: '/metadata/resourceVersion', value: '1' }]],
]

const mergePatches: readonly [name: string, patch: unknown][] = [
  ['changes a value', { data: { a: 'c' } }],
  ['removes by null', { data: { a: null } }],
  ['removes a map by null', { data: null }],
  ['removes what is not there', { data: { none: null } }],
  ['is empty', {}],
  ['is a list', []],
  ['is text', '"hello"'],
  ['is null', null],
  ['is not JSON', '{'],
  ['is empty text', ''],
  ['is YAML', 'data:\n  a: c\n'],
  ['puts the wrong type', { data: { a: 5 } }],
  ['puts a list for a map', { data: [] }],
  ['puts an unknown field', { unknown: 1 }],
  ['names a key twice', '{"data":{"a":"x","a":"y"}}'],
  ['changes the name', { metadata: { name: 'b' } }],
  ['removes the name', { metadata: { name: null } }],
  ['changes the namespace', { metadata: { namespace: 'other' } }],
  ['changes the uid', { metadata: { uid: '00000000-0000-4000-8000-000000000000' } }],
  ['sets a stale version', { metadata: { resourceVersion: '1' } }],
  ['sets the version that is', { metadata: { resourceVersion: '{{a.metadata.resourceVersion}}' }, data: { b: 'c' } }],
  ['changes the kind', { kind: 'Secret' }],
  ['changes the version', { apiVersion: 'v2' }],
  ['removes the metadata', { metadata: null }],
  ['sets labels to an empty map', { metadata: { labels: {} } }],
]

const inContainers = (patch: object) => ({ spec: { template: { spec: patch } } })
const strategicPatches: readonly [name: string, rules: string, patch: unknown][] = [
  ['merges a list by its key', 'SMP-1', inContainers({ containers: [{ name: 'c', image: 'i:2' }] })],
  ['adds to a list', 'SMP-1', inContainers({ containers: [{ name: 'f', image: 'k' }] })],
  ['removes from a list', 'SMP-2', inContainers({ containers: [{ name: 'e', $patch: 'delete' }] })],
  ['removes what is not in a list', 'SMP-2', inContainers({ containers: [{ name: 'none', $patch: 'delete' }] })],
  ['replaces a list', 'SMP-2', inContainers({ containers: [{ $patch: 'replace' }, { name: 'z', image: 'z' }] })],
  ['replaces an item', 'SMP-2', inContainers({ containers: [{ name: 'c', image: 'q', $patch: 'replace' }] })],
  ['replaces a map', 'SMP-2', { spec: { strategy: { $patch: 'replace', type: 'Recreate' } } }],
  ['deletes a map', 'SMP-2', { spec: { strategy: { $patch: 'delete' } } }],
  ['merges explicitly', 'SMP-2', { spec: { strategy: { $patch: 'merge', rollingUpdate: { maxSurge: 2 } } } }],
  ['retains keys', 'SMP-1 SMP-2', { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } }],
  [
    'retains keys it does not name',
    'SMP-2',
    { spec: { strategy: { $retainKeys: ['rollingUpdate'], type: 'Recreate' } } },
  ],
  [
    'changes a volume source with retained keys',
    'SMP-1',
    inContainers({ volumes: [{ name: 'v', $retainKeys: ['name', 'secret'], secret: { secretName: 's' } }] }),
  ],
  [
    'deletes from a list of plain values',
    'SMP-2',
    { metadata: { '$deleteFromPrimitiveList/finalizers': ['example.dev/a'] } },
  ],
  ['merges a list of plain values', 'SMP-1', { metadata: { finalizers: ['example.dev/c'] } }],
  ['sets the order', 'SMP-2', inContainers({ '$setElementOrder/containers': [{ name: 'e' }, { name: 'c' }] })],
  [
    'sets the order and adds',
    'SMP-2',
    inContainers({
      '$setElementOrder/containers': [{ name: 'n' }, { name: 'c' }, { name: 'e' }],
      containers: [{ name: 'n', image: 'n' }],
    }),
  ],
  [
    'sets an order that lacks what it adds',
    'SMP-2',
    inContainers({ '$setElementOrder/containers': [{ name: 'c' }], containers: [{ name: 'n', image: 'n' }] }),
  ],
  ['orders plain values', 'SMP-2', { metadata: { '$setElementOrder/finalizers': ['example.dev/b', 'example.dev/a'] } }],
  ['replaces a list without a key', 'SMP-1', inContainers({ containers: [{ name: 'c', args: ['y', 'z'] }] })],
  [
    'merges within an item',
    'SMP-1',
    inContainers({
      containers: [
        {
          name: 'c',
          env: [
            { name: 'B', value: '3' },
            { name: 'C', value: '4' },
          ],
        },
      ],
    }),
  ],
  ['replaces tolerations', 'SMP-1', inContainers({ tolerations: [{ key: 'q', operator: 'Exists' }] })],
  ['merges ports', 'SMP-1', inContainers({ containers: [{ name: 'c', ports: [{ containerPort: 81 }] }] })],
  ['lacks the key of a list', 'SMP-3', inContainers({ containers: [{ image: 'q' }] })],
  ['has an unknown directive', 'SMP-3', { spec: { strategy: { $patch: 'dance' } } }],
  ['has a directive that is no text', 'SMP-3', { spec: { strategy: { $patch: 5 } } }],
  ['has retained keys that are no list', 'SMP-3', { spec: { strategy: { $retainKeys: 'type' } } }],
  ['puts a map where a list is', 'SMP-3', inContainers({ containers: { name: 'c' } })],
  ['puts a list where a map is', 'SMP-3', { spec: { strategy: [] } }],
  ['puts the wrong type', 'SMP-3', { spec: { replicas: 'many' } }],
  ['removes by null', 'SMP-4', { spec: { replicas: null } }],
  ['removes a container by null', 'SMP-3', inContainers({ containers: null })],
  ['has an unknown field', 'SMP-3', { spec: { unknown: 1 } }],
  ['is empty', 'SMP-1', {}],
  ['is a list', 'SMP-3', []],
  ['is null', 'SMP-3', null],
  ['is not JSON', 'SMP-3', '{'],
  ['changes nothing', 'UP-5', { spec: { replicas: 1 } }],
]

export default defineSuite({
  section: '1.5',
  topic: 'update',
  setup: establish({
    versions: [
      version(
        {
          spec: { type: 'object', properties: { n: { type: 'integer' }, s: { type: 'string' } } },
          status: { type: 'object', properties: { p: { type: 'string' } } },
        },
        { subresources: { status: {} } },
      ),
    ],
  }),
  cases: [
    ...edits.map(([name, rules, changes]) => check(`replaces with ${name}`, rules, made, put(a, edited('a', changes)))),
    ...edits.map(([name, rules, changes]) =>
      check(
        `replaces a custom resource with ${name}`,
        rules,
        quietly(post(widgets, widget({ name: 'a', labels: { x: 'y' } }, { spec: { n: 1 } }), { saveAs: 'a' })),
        put(`${widgets}/a`, edited('a', changes)),
      ),
    ),
    ...jsonPatches.map(([name, patch]) =>
      check(`takes a JSON patch that ${name}`, 'JP-1 JP-2 ER-19', made, jsonPatch(a, patch)),
    ),
    ...mergePatches.map(([name, patch]) =>
      check(`takes a merge patch that ${name}`, 'MP-1 MP-2 UP-9', made, mergePatch(a, patch)),
    ),
    ...mergePatches.map(([name, patch]) =>
      check(
        `takes a merge patch of a custom resource that ${name}`,
        'MP-1',
        quietly(
          post(widgets, widget({ name: 'a', labels: { x: 'y' } }, { spec: { n: 1 }, data: {} }), { saveAs: 'a' }),
        ),
        mergePatch(`${widgets}/a`, patch),
      ),
    ),
    ...strategicPatches.map(([name, rules, patch]) =>
      check(`takes a strategic patch that ${name}`, rules, deployed, strategicPatch(d, patch)),
    ),
    ...['Strict', 'Warn', 'Ignore'].flatMap((mode) => [
      check(
        `finds unknown fields of a JSON patch (${mode})`,
        'JP-3 FV-2',
        made,
        jsonPatch(`${a}?fieldValidation=${mode}`, [
          { op: 'add', path: '/data/b', value: 'c', foo: 1 },
          { op: 'add', path: '/unknown', value: 1 },
        ]),
      ),
      check(
        `finds unknown fields of a merge patch (${mode})`,
        'MP-2 FV-2',
        made,
        mergePatch(`${a}?fieldValidation=${mode}`, '{"unknown":1,"data":{"a":"1","a":"2"}}'),
      ),
      check(
        `finds unknown fields of a strategic patch (${mode})`,
        'FV-2',
        deployed,
        strategicPatch(`${d}?fieldValidation=${mode}`, '{"spec":{"unknown":1,"paused":true,"paused":false}}'),
      ),
    ]),
    check(
      'refuses the second of two writers',
      'UP-2',
      made,
      put(a, edited('a', { data: { x: '1' } })),
      put(a, edited('a', { data: { x: '2' } })),
    ),
    check(
      'makes no new version of the same',
      'UP-5 UP-6',
      made,
      put(a, edited('a')),
      mergePatch(a, { data: { a: 'b' } }),
      jsonPatch(a, [{ op: 'test', path: '/data/a', value: 'b' }]),
      strategicPatch(a, { data: { a: 'b' } }),
      get(a),
    ),
    check(
      'takes the version from another object',
      'UP-4',
      made,
      quietly(post(configMaps, { metadata: { name: 'b' } }, { saveAs: 'b' })),
      put(a, edited('a', { 'metadata.resourceVersion': '{{b.metadata.resourceVersion}}' })),
    ),
    check(
      'misses what it should replace',
      'UP-10',
      put(a, { metadata: { name: 'a' } }),
      mergePatch(a, {}),
      strategicPatch(a, {}),
      put(a, { metadata: { name: 'a', uid: '00000000-0000-4000-8000-000000000000' } }),
      put(a, { metadata: { name: 'a', resourceVersion: '5' } }),
    ),
    check(
      'misses the status of what it should replace',
      'UP-10',
      put(`${d}/status`, { metadata: { name: 'd' } }),
      mergePatch(`${d}/status`, {}),
      mergePatch(`${widgets}/a/status`, {}),
    ),
    check(
      'keeps the status',
      'UP-11',
      deployed,
      mergePatch(`${d}/status`, {
        status: { replicas: 3 },
        spec: { replicas: 9 },
        metadata: { labels: { l: 'm' }, annotations: { x: 'y' }, finalizers: null },
      }),
      mergePatch(d, { status: { replicas: 5 } }),
      get(d),
    ),
    check(
      'keeps the status of a custom resource',
      'UP-11',
      post(widgets, widget({ name: 'a' }, { spec: { n: 1 }, status: { p: 'x' } }), { saveAs: 'a' }),
      put(`${widgets}/a/status`, edited('a', { 'status.p': 'y', 'spec.n': 7, 'metadata.labels': { l: 'm' } }), {
        saveAs: 'b',
      }),
      put(`${widgets}/a`, edited('b', { 'status.p': 'z', 'spec.n': 8 })),
      mergePatch(`${widgets}/a/status`, {
        metadata: { annotations: { a: 'b' }, finalizers: ['example.dev/x'] },
        spec: null,
      }),
    ),
    check(
      'keeps the spec of a Pod from its status',
      'UP-12',
      quietly(
        post(inNamespace('pods'), { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } }),
      ),
      mergePatch(`${inNamespace('pods', 'p')}/status`, {
        status: { phase: 'Running' },
        spec: { nodeName: 'x' },
        metadata: {
          ownerReferences: [{ apiVersion: 'v1', kind: 'X', name: 'x', uid: '00000000-0000-4000-8000-000000000001' }],
          labels: { a: 'b' },
        },
      }),
    ),
    check(
      'lets go of what is deleted when the last finalizer goes',
      'UP-13',
      quietly(post(configMaps, { metadata: { name: 'a', finalizers: ['example.dev/a', 'example.dev/b'] } })),
      del(a),
      mergePatch(a, { metadata: { finalizers: ['example.dev/b'] } }),
      jsonPatch(a, [{ op: 'remove', path: '/metadata/finalizers' }]),
      get(a),
    ),
    check(
      'adds no finalizer to what is deleted',
      'UP-8',
      quietly(post(configMaps, { metadata: { name: 'a', finalizers: ['example.dev/a'] } })),
      quietly(del(a)),
      mergePatch(a, { metadata: { finalizers: ['example.dev/a', 'example.dev/b'] } }),
      mergePatch(a, { metadata: { deletionTimestamp: null } }),
      mergePatch(a, { metadata: { deletionTimestamp: '2001-01-01T00:00:00Z' } }),
      mergePatch(a, { data: { still: 'editable' } }),
    ),
    check(
      'changes no immutable ConfigMap',
      'UP-8',
      quietly(post(configMaps, { metadata: { name: 'a' }, immutable: true, data: { a: 'b' } })),
      mergePatch(a, { data: { a: 'c' } }),
      mergePatch(a, { immutable: false }),
      mergePatch(a, { metadata: { labels: { a: 'b' } } }),
    ),
    check(
      'changes no selector',
      'UP-8',
      deployed,
      mergePatch(d, { spec: { selector: { matchLabels: { x: 'y' } } } }),
      mergePatch(d, {
        spec: { selector: { matchLabels: { x: 'y' } }, template: { metadata: { labels: { x: 'y' } } } },
      }),
    ),
    check(
      'changes little of a Pod',
      'UP-8',
      quietly(
        post(inNamespace('pods'), { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } }),
      ),
      mergePatch(inNamespace('pods', 'p'), { spec: { hostname: 'x' } }),
      mergePatch(inNamespace('pods', 'p'), { spec: { activeDeadlineSeconds: 5 } }),
      strategicPatch(inNamespace('pods', 'p'), { spec: { containers: [{ name: 'c', image: 'j' }] } }),
    ),
    check(
      'scales',
      'SSA-16',
      deployed,
      get(`${d}/scale`),
      put(`${d}/scale`, { metadata: { name: 'd' }, spec: { replicas: 3 } }, { headers: { 'content-type': null } }),
      mergePatch(`${d}/scale`, { spec: { replicas: 4 } }),
      mergePatch(`${d}/scale`, { spec: { replicas: -1 } }),
      put(`${d}/scale`, { metadata: { name: 'd', resourceVersion: '1' }, spec: { replicas: 3 } }),
      get(d),
    ),
    check(
      'changes a namespace without touching its finalizers',
      'UP-7',
      quietly(post(inCluster('namespaces'), { metadata: { name: '{id}' } })),
      mergePatch(inCluster('namespaces', '{id}'), { spec: { finalizers: [] } }),
      put(inCluster('namespaces', '{id}', 'finalize'), {
        metadata: { name: '{id}' },
        spec: { finalizers: ['kubernetes', 'example.dev/x'] },
      }),
      mergePatch(inCluster('namespaces', '{id}', 'finalize'), {}),
    ),
  ],
})
