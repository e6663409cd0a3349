/** Plays about policies that mutate. */
import type { Given, Play, Step } from './play.ts'
import {
  autoscalers,
  configMaps,
  deletion,
  deployment,
  deployments,
  mutating,
  patchStep,
  pod,
  pods,
  trying,
  webhook,
  widgets,
} from './play-parts.ts'
import { applying, from, mutatingBinding, mutatingPolicy, onWrite, parameters, patching } from './policy-parts.ts'

const mutated = (name: string, spec: object, more: object = {}, ...steps: readonly Step[]): Play =>
  trying(`mutating: ${name}`, [mutatingPolicy(spec), mutatingBinding(more)], ...steps)
const operation = (text: string) => patching(`[JSONPatch{${text}}]`)
const onPods = { matchConstraints: { resourceRules: [onWrite(['pods'])] } }
const tryPod: Step = { path: `${pods}?dryRun=All`, body: pod }

const configurations: readonly Play[] = [
  mutated(
    'an ApplyConfiguration',
    { mutations: [applying("Object{metadata: Object.metadata{labels: {'mutated': 'yes'}}, data: {'b': '2'}}")] },
    {},
    { path: configMaps, body: { metadata: { name: 'mm' }, data: { a: '1' } } },
    patchStep(`${configMaps}/mm`, { data: { c: '3' } }),
    deletion(`${configMaps}/mm`),
  ),
  mutated(
    'an ApplyConfiguration that adds a container',
    {
      ...onPods,
      mutations: [
        applying(
          "Object{spec: Object.spec{containers: [Object.spec.containers{name: 'side', image: 'i'}, Object.spec.containers{name: 'c', imagePullPolicy: 'Never'}]}}",
        ),
      ],
    },
    {},
    tryPod,
  ),
  mutated(
    'an ApplyConfiguration with atomic lists and maps',
    {
      ...onPods,
      mutations: [
        applying(
          "Object{spec: Object.spec{containers: [Object.spec.containers{name: 'c', command: ['x']}], nodeSelector: {'a': 'b'}}}",
        ),
      ],
    },
    {},
    tryPod,
  ),
  ...[
    "Object{nope: 'x'}",
    "Object{metadata: Object.spec{labels: {'a': 'b'}}}",
    "Object{data: {'b': object.nope}}",
    'Object{}',
  ].map((expression) => mutated(expression, { mutations: [applying(expression)] })),
  mutated(
    'an ApplyConfiguration without merge key',
    { ...onPods, mutations: [applying("Object{spec: Object.spec{containers: [Object.spec.containers{image: 'c'}]}}")] },
    {},
    tryPod,
  ),
  mutated(
    'a match on another API version',
    {
      matchConstraints: { resourceRules: [onWrite(['horizontalpodautoscalers'], { apiVersions: ['v1'] })] },
      mutations: [applying('Object{spec: Object.spec{targetCPUUtilizationPercentage: 77}}')],
    },
    {},
    {
      path: `${autoscalers}?dryRun=All`,
      body: {
        metadata: { name: 'h' },
        spec: { maxReplicas: 3, scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' } },
      },
    },
  ),
  mutated(
    'the scale subresource',
    {
      matchConstraints: { resourceRules: [onWrite(['deployments/scale'])] },
      mutations: [applying('Object{spec: Object.spec{replicas: 9}}')],
    },
    {},
    { path: deployments, body: deployment },
    patchStep(`${deployments}/d/scale`, { spec: { replicas: 5 } }),
    deletion(`${deployments}/d`),
  ),
]

const patches: readonly Play[] = [
  mutated('a JSONPatch', {
    mutations: [
      patching(
        "[JSONPatch{op: 'add', path: '/data/b', value: '2'}, JSONPatch{op: 'add', path: '/metadata/labels', value: {'x': 'y'}}]",
      ),
    ],
  }),
  mutated(
    'a JSONPatch with an object value',
    {
      ...onPods,
      mutations: [
        operation("op: 'add', path: '/spec/containers/-', value: Object.spec.containers{name: 'side', image: 'i'}"),
      ],
    },
    {},
    tryPod,
  ),
  mutated('a JSONPatch with a failing test', {
    mutations: [
      patching(
        "[JSONPatch{op: 'test', path: '/data/a', value: 'zz'}, JSONPatch{op: 'add', path: '/data/b', value: '2'}]",
      ),
    ],
  }),
  ...[
    "op: 'remove', path: '/data/nope'",
    "op: 'replace', path: '/data', value: 'text'",
    "op: 'add', path: '/nope', value: 'text'",
    "op: 'add', path: '/data/b', value: object.nope",
    "op: 'add', path: '/data/b', value: 1",
    "op: 'frob', path: '/data/a'",
  ].map((text) => mutated(`a JSONPatch with ${text}`, { mutations: [operation(text)] })),
  mutated('a failing JSONPatch with failurePolicy Ignore', {
    failurePolicy: 'Ignore',
    mutations: [
      operation("op: 'add', path: '/data/b', value: object.nope"),
      operation("op: 'add', path: '/data/c', value: 'c'"),
    ],
  }),
  mutated('a JSONPatch with copy and move', {
    mutations: [
      patching(
        "[JSONPatch{op: 'copy', from: '/data/a', path: '/data/b'}, JSONPatch{op: 'move', from: '/data/a', path: '/data/c'}]",
      ),
    ],
  }),
]

const logging = (letter: string) => [
  operation(`op: 'add', path: '/data/log', value: has(object.data.log) ? object.data.log + '${letter}' : '${letter}'`),
]
const named = (name: string, reinvocationPolicy: string): readonly Given[] => [
  mutatingPolicy({ reinvocationPolicy, mutations: logging(name) }, name),
  mutatingBinding({ policyName: name }, `b${name}`),
]
const hooked = mutating('m', webhook('h', 'patch-data', { reinvocationPolicy: 'IfNeeded' }))
const further: readonly Play[] = [
  ...['object.nope == 1', 'false'].map((expression) =>
    mutated(`the match condition ${expression}`, {
      matchConditions: [{ name: 'c', expression }],
      mutations: [applying("Object{data: {'b': '2'}}")],
    }),
  ),
  trying('mutating: parameters', [
    mutatingPolicy({ ...parameters, mutations: [applying("Object{data: {'max': string(params.data.max)}}")] }),
    mutatingBinding(from({ name: 'l1', namespace: 'kw-b' })),
  ]),
  mutated(
    'missing parameters',
    { ...parameters, mutations: [applying('Object{}')] },
    from({ name: 'nope', namespace: 'kw-b' }),
  ),
  mutated(
    'parameters of an unknown kind',
    { paramKind: { apiVersion: 'nope.dev/v1', kind: 'Nope' }, mutations: [applying('Object{}')] },
    from({ name: 'x' }),
  ),
  mutated('variables', {
    variables: [{ name: 'v', expression: "object.data.a + '!'" }],
    mutations: [
      applying("Object{data: {'b': string(variables.v)}}"),
      applying("Object{data: {'c': string(object.data.b)}}"),
    ],
  }),
  mutated('two mutations in order', { mutations: [...logging('1'), ...logging('2')] }),
  trying('mutating: reinvocationPolicy IfNeeded without a change by others', [...named('a', 'IfNeeded')]),
  trying('mutating: reinvocationPolicy IfNeeded after a webhook changed the object', [
    ...named('a', 'IfNeeded'),
    hooked,
  ]),
  trying('mutating: reinvocationPolicy Never after a webhook changed the object', [...named('a', 'Never'), hooked]),
]

const onWidgets = { matchConstraints: { resourceRules: [onWrite(['widgets'], { apiVersions: ['v1'] })] } }
const newWidget: Step = {
  path: `${widgets('v2')}?dryRun=All`,
  body: { apiVersion: 'kw.dev/v2', kind: 'Widget', metadata: { name: 'pw' }, spec: { x: '1' } },
}
const custom: readonly Play[] = [
  mutated(
    'a custom resource',
    { ...onWidgets, mutations: [applying("Object{spec: Object.spec{x: 'y'}}")] },
    {},
    newWidget,
  ),
  mutated(
    'an ApplyConfiguration with an unknown field',
    { ...onWidgets, mutations: [applying("Object{spec: Object.spec{z: 'y'}}")] },
    {},
    newWidget,
  ),
  mutated(
    'a JSONPatch of a custom resource',
    { ...onWidgets, mutations: [operation("op: 'add', path: '/spec/z', value: 'y'")] },
    {},
    newWidget,
  ),
]

export const mutatingPolicyPlays: readonly Play[] = [...custom, ...configurations, ...patches, ...further]
