/** Kinds and contents for generated writes. */
import type { Chance } from './write-generator.ts'

export interface GeneratedKind {
  collection(namespace: string): string
  object(chance: Chance, name: string): unknown
  mergePatch(chance: Chance): unknown
  strategicPatch(chance: Chance): unknown
  jsonPatch(chance: Chance): unknown
}

const finalizers = ['e.x/a', 'e.x/b', 'e.x/c']
const labelsOf = (chance: Chance) => Object.fromEntries(chance.some(['a', 'b', 'c']).map((key) => [key, digit(chance)]))
const digit = (chance: Chance) => String(chance.below(3))

const metadataOf = (chance: Chance) => ({
  ...chance.maybe(() => ({ labels: labelsOf(chance) })),
  ...chance.maybe(() => ({ annotations: { note: digit(chance) } }), 3),
  ...chance.maybe(() => ({ finalizers: chance.some(finalizers) }), 4),
})

/** JSON Patch operations for any kind. */
const metadataOperations = (chance: Chance) =>
  chance.pick<readonly unknown[]>([
    [{ op: 'add', path: '/metadata/labels', value: labelsOf(chance) }],
    [{ op: 'remove', path: '/metadata/labels/a' }],
    [{ op: 'test', path: '/metadata/labels/a', value: digit(chance) }],
    [{ op: 'replace', path: '/metadata/finalizers', value: chance.some(finalizers) }],
    [{ op: 'copy', from: '/metadata/labels', path: '/metadata/annotations' }],
    [{ op: 'move', from: '/metadata/annotations', path: '/metadata/labels' }],
    [{ op: 'add', path: '/metadata/finalizers/-', value: chance.pick(finalizers) }],
  ])

const metadataMerge = (chance: Chance) => ({
  ...chance.maybe(() => ({ labels: chance.pick<unknown>([{ a: null, c: digit(chance) }, { b: '<&>' }, null]) })),
  ...chance.maybe(() => ({ annotations: chance.pick<unknown>([{ note: digit(chance) }, null]) }), 3),
})

const metadataStrategic = (chance: Chance) => ({
  ...chance.maybe(() => ({
    labels: chance.pick<unknown>([{ a: null, c: '3' }, { $patch: 'replace', z: '1' }, { $patch: 'delete' }, null]),
  })),
  // Never both: kube-apiserver applies them in random order.
  ...chance.maybe(
    () =>
      chance.pick<object>([
        { finalizers: chance.some(finalizers) },
        { '$deleteFromPrimitiveList/finalizers': ['e.x/a'] },
      ]),
    3,
  ),
  ...chance.maybe(() => ({ '$setElementOrder/finalizers': chance.some([...finalizers, 'e.x/d']) }), 4),
})

const dataOf = (chance: Chance) =>
  Object.fromEntries(chance.some(['a', 'b', 'c', 'd']).map((key) => [key, digit(chance)]))

const configMap: GeneratedKind = {
  collection: (namespace) => `/api/v1/namespaces/${namespace}/configmaps`,
  object: (chance, name) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, ...metadataOf(chance) },
    ...chance.maybe(() => ({ data: dataOf(chance) }), 1),
    ...chance.maybe(() => ({ binaryData: { x: 'AAEC' } }), 4),
  }),
  mergePatch: (chance) => ({
    metadata: metadataMerge(chance),
    ...chance.maybe(() => ({ data: chance.pick<unknown>([{ a: null, b: digit(chance) }, dataOf(chance), null]) })),
    ...chance.maybe(() => ({ unknown: 1 }), 8),
  }),
  strategicPatch: (chance) => ({
    metadata: metadataStrategic(chance),
    ...chance.maybe(() => ({
      data: chance.pick<unknown>([{ a: null, b: digit(chance) }, { $patch: 'replace', q: '1' }, null]),
    })),
  }),
  jsonPatch: (chance) =>
    chance.once(2)
      ? metadataOperations(chance)
      : chance.pick<unknown>([
          [{ op: 'add', path: '/data/z', value: digit(chance) }],
          [{ op: 'replace', path: '/data/a', value: digit(chance) }],
          [{ op: 'remove', path: '/data' }],
          [{ op: 'add', path: '/data/z', value: 5 }],
          [{ op: 'move', from: '/data/a', path: '/data/b' }],
        ]),
}

const envOf = (chance: Chance) => chance.some(['P', 'Q', 'R']).map((name) => ({ name, value: digit(chance) }))
const portsOf = (chance: Chance) =>
  chance.some([80, 81, 82]).map((containerPort) => ({
    containerPort,
    ...chance.maybe(() => ({ protocol: chance.pick(['TCP', 'UDP']) }), 3),
    ...chance.maybe(() => ({ name: `p${containerPort}` }), 3),
  }))

const containerOf = (chance: Chance, name: string) => ({
  name,
  image: `i${chance.below(3)}`,
  ...chance.maybe(() => ({ ports: portsOf(chance) })),
  ...chance.maybe(() => ({ env: envOf(chance) })),
  ...chance.maybe(() => ({ args: chance.some(['x', 'y', 'z']) }), 3),
  ...chance.maybe(() => ({ resources: { limits: { cpu: chance.pick(['1', '2', '500m']) } } }), 3),
})

const containersOf = (chance: Chance, names: readonly string[]) => names.map((name) => containerOf(chance, name))

const template = (chance: Chance, names: readonly string[]) => ({
  metadata: { labels: { app: 'x', ...chance.maybe(() => ({ v: digit(chance) })) } },
  spec: {
    containers: containersOf(chance, names),
    ...chance.maybe(() => ({ nodeSelector: { z: digit(chance) } }), 3),
    ...chance.maybe(() => ({ tolerations: [{ key: `k${chance.below(2)}`, operator: 'Exists' }] }), 3),
    ...chance.maybe(() => ({ volumes: chance.some(['v1', 'v2']).map((name) => ({ name, emptyDir: {} })) }), 3),
  },
})

const containerPatch = (chance: Chance, name: string): unknown =>
  chance.once(6)
    ? { name, $patch: 'delete' }
    : {
        name,
        ...chance.maybe(() => ({ image: `i${chance.below(3)}` })),
        ...chance.maybe(() => ({
          env: envOf(chance).map((one) => (chance.once(5) ? { name: one.name, $patch: 'delete' } : one)),
        })),
        ...chance.maybe(
          () => ({ '$setElementOrder/env': chance.some(['P', 'Q', 'R']).map((one) => ({ name: one })) }),
          3,
        ),
        ...chance.maybe(() => ({ ports: portsOf(chance) }), 3),
      }

const deployment: GeneratedKind = {
  collection: (namespace) => `/apis/apps/v1/namespaces/${namespace}/deployments`,
  object: (chance, name) => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, ...metadataOf(chance) },
    spec: {
      ...chance.maybe(() => ({ replicas: chance.below(4) })),
      ...chance.maybe(() => ({ strategy: { type: chance.pick(['Recreate', 'RollingUpdate']) } }), 3),
      selector: { matchLabels: { app: 'x' } },
      template: template(chance, ['x', ...chance.some(['y', 'z'])]),
    },
    ...chance.maybe(() => ({ status: { replicas: 2 } }), 6),
  }),
  mergePatch: (chance) => ({
    metadata: metadataMerge(chance),
    spec: {
      ...chance.maybe(() => ({ replicas: chance.pick([null, 1, 5]) })),
      ...chance.maybe(() => ({ template: { spec: { containers: containersOf(chance, ['x']) } } }), 3),
      ...chance.maybe(() => ({ paused: chance.pick<unknown>([true, null, 'x']) }), 4),
    },
  }),
  strategicPatch: (chance) => ({
    metadata: metadataStrategic(chance),
    spec: {
      ...chance.maybe(() => ({ replicas: chance.pick([null, 3]) })),
      ...chance.maybe(() => ({ strategy: { $retainKeys: ['type'], type: 'Recreate' } }), 3),
      template: {
        spec: {
          ...chance.maybe(() => ({
            containers: chance.some(['x', 'y', 'w']).map((one) => containerPatch(chance, one)),
          })),
          ...chance.maybe(() => ({
            nodeSelector: chance.pick<unknown>([{ z: null }, { e: 'f' }, { $patch: 'delete' }]),
          })),
          ...chance.maybe(
            () => ({
              '$setElementOrder/containers': chance.some(['x', 'y', 'w', 'z']).map((name) => ({ name })),
            }),
            3,
          ),
        },
      },
    },
  }),
  jsonPatch: (chance) =>
    chance.once(2)
      ? metadataOperations(chance)
      : chance.pick<unknown>([
          [{ op: 'replace', path: '/spec/replicas', value: chance.below(5) }],
          [{ op: 'add', path: '/spec/template/spec/containers/-1', value: containerOf(chance, 'n') }],
          [{ op: 'remove', path: '/spec/template/spec/containers/1' }],
          [{ op: 'replace', path: '/spec/template/spec/containers/0/image', value: 'j' }],
          [{ op: 'add', path: '/spec/replicas', value: 'x' }],
        ]),
}

const servicePort = (chance: Chance) => (port: number) => ({
  port,
  name: `p${port}`,
  ...chance.maybe(() => ({ targetPort: chance.pick<unknown>([8080, 'web']) })),
})

/** Headless: an allocated address would differ between servers. */
const service: GeneratedKind = {
  collection: (namespace) => `/api/v1/namespaces/${namespace}/services`,
  object: (chance, name) => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, ...metadataOf(chance) },
    spec: {
      clusterIP: 'None',
      ...chance.maybe(() => ({ selector: { a: digit(chance) } }), 1),
      ports: [80, ...chance.some([81, 82])].map(servicePort(chance)),
    },
  }),
  mergePatch: (chance) => ({
    metadata: metadataMerge(chance),
    spec: chance.pick<unknown>([{ selector: { b: '1', a: null } }, { sessionAffinity: 'ClientIP' }, { ports: null }]),
  }),
  strategicPatch: (chance) => ({
    metadata: metadataStrategic(chance),
    spec: chance.pick<unknown>([
      { ports: chance.some([80, 83]).map(servicePort(chance)) },
      { ports: [{ port: 81, $patch: 'delete' }] },
      { ports: [{ name: 'x' }] },
      { selector: { $patch: 'replace', q: '1' } },
    ]),
  }),
  jsonPatch: (chance) =>
    chance.once(2)
      ? metadataOperations(chance)
      : [{ op: 'add', path: '/spec/ports/-', value: servicePort(chance)(chance.pick([80, 84])) }],
}

export const generatedKinds: readonly GeneratedKind[] = [configMap, deployment, deployment, service]
