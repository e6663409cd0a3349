/** Catalogue 1.6: generations, versions, and server-side changes of metadata. */
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
} from '../../../tools/conformance/steps.ts'
import { establish, version, widget, widgets } from './widgets.ts'

const configMaps = inNamespace('configmaps')
const a = `${configMaps}/a`
const w = `${widgets}/a`
const plain = '/apis/{suite}.example.dev/v1/namespaces/{ns}/plains'
const d = inNamespace('deployments.apps/v1', 'd')
const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
const deployed = quietly(
  post(
    inNamespace('deployments.apps/v1'),
    {
      metadata: { name: 'd', finalizers: ['example.dev/a'] },
      spec: { selector: { matchLabels: { a: 'b' } }, template },
    },
    { saveAs: 'd' },
  ),
)
const properties = {
  spec: { type: 'object', properties: { n: { type: 'integer' } } },
  status: { type: 'object', properties: { p: { type: 'string' } } },
  other: { type: 'string' },
}

export default defineSuite({
  section: '1.6',
  topic: 'metadata',
  setup: [
    ...establish({ versions: [version(properties, { subresources: { status: {} } })] }),
    ...establish({ plural: 'plains', kind: 'Plain', versions: [version(properties)] }),
  ],
  cases: [
    check(
      'counts changes of the spec',
      'GEN-2',
      deployed,
      mergePatch(d, { spec: { replicas: 2 } }),
      mergePatch(d, { spec: { replicas: 2 } }),
      mergePatch(d, { metadata: { labels: { x: 'y' } } }),
      mergePatch(`${d}/status`, { status: { observedGeneration: 7 } }),
      mergePatch(d, { spec: { template: { metadata: { annotations: { x: 'y' } } } } }),
    ),
    check(
      'counts changes of a custom resource',
      'GEN-3',
      post(widgets, widget({ name: 'a', generation: 9 }, { spec: { n: 1 }, other: 'x', status: { p: 'q' } })),
      mergePatch(w, { spec: { n: 2 } }),
      mergePatch(w, { other: 'y' }),
      mergePatch(w, { status: { p: 'r' } }),
      mergePatch(w, { metadata: { labels: { a: 'b' } } }),
      mergePatch(`${w}/status`, { status: { p: 's' }, spec: { n: 5 } }),
      mergePatch(w, { metadata: { generation: 40 } }),
    ),
    check(
      'counts changes of the status where it is no subresource',
      'GEN-3',
      post(plain, {
        apiVersion: '{suite}.example.dev/v1',
        kind: 'Plain',
        metadata: { name: 'a' },
        spec: { n: 1 },
        status: { p: 'q' },
      }),
      mergePatch(`${plain}/a`, { status: { p: 'r' } }),
      mergePatch(`${plain}/a`, { metadata: { annotations: { a: 'b' } } }),
      mergePatch(`${plain}/a/status`, { status: { p: 's' } }),
    ),
    check('counts a deletion that waits', 'GEN-4', deployed, del(d), del(d), get(d)),
    check(
      'counts a deletion of a custom resource that waits',
      'GEN-4',
      quietly(post(widgets, widget({ name: 'a', finalizers: ['example.dev/a'] }))),
      del(w),
      mergePatch(w, { spec: { n: 1 } }),
      mergePatch(w, { metadata: { finalizers: null } }),
    ),
    check(
      'counts no deletion of what has no generation',
      'GEN-4',
      quietly(post(configMaps, { metadata: { name: 'a', finalizers: ['example.dev/a'] } })),
      del(a),
    ),
    check(
      'leaves the observed generation to others',
      'GEN-5',
      deployed,
      mergePatch(`${d}/status`, { status: { observedGeneration: 3 } }),
      mergePatch(d, { spec: { paused: true } }),
      get(d),
    ),
    check(
      'drops links to itself',
      'MD-1',
      post(configMaps, { metadata: { name: 'a', selfLink: '/x' } }),
      mergePatch(a, { metadata: { selfLink: '/y' } }),
    ),
    check(
      'gives every write a version of its own',
      'MD-1',
      post(configMaps, { metadata: { name: 'a' } }),
      post(configMaps, { metadata: { name: 'b' } }),
      mergePatch(a, { data: { a: 'b' } }),
      get(a),
      get(`${configMaps}/b`),
    ),
    check(
      'drops doubled owners of a patch',
      'MD-2',
      quietly(post(configMaps, { metadata: { name: 'a' } })),
      mergePatch(a, {
        metadata: {
          ownerReferences: [1, 2].map(() => ({
            apiVersion: 'v1',
            kind: 'X',
            name: 'x',
            uid: '00000000-0000-4000-8000-000000000001',
          })),
        },
      }),
    ),
    check(
      'drops doubled owners of a custom resource',
      'MD-2',
      post(
        widgets,
        widget({
          name: 'a',
          ownerReferences: [1, 2].map(() => ({
            apiVersion: 'v1',
            kind: 'X',
            name: 'x',
            uid: '00000000-0000-4000-8000-000000000001',
          })),
        }),
      ),
    ),
    check(
      'keeps two references to one owner that differ',
      'MD-2',
      post(configMaps, {
        metadata: {
          name: 'a',
          ownerReferences: [1, 2].map((n) => ({
            apiVersion: 'v1',
            kind: 'X',
            name: `x${n}`,
            uid: '00000000-0000-4000-8000-000000000001',
          })),
        },
      }),
    ),
    check(
      'labels a namespace with its name',
      'MD-3',
      post(inCluster('namespaces'), { metadata: { name: '{id}' } }),
      mergePatch(inCluster('namespaces', '{id}'), { metadata: { labels: null } }),
      mergePatch(inCluster('namespaces', '{id}'), { metadata: { labels: { 'kubernetes.io/metadata.name': 'other' } } }),
    ),
    check(
      'keeps the finalizers a namespace is made with',
      'MD-3',
      post(inCluster('namespaces'), {
        metadata: { name: '{id}' },
        spec: { finalizers: ['example.dev/x'] },
        status: { phase: 'Terminating' },
      }),
    ),
    check(
      'keeps empty maps out',
      'MD-1',
      post(configMaps, {
        metadata: { name: 'a', labels: {}, annotations: {}, finalizers: [], ownerReferences: [] },
        data: {},
        binaryData: {},
      }),
    ),
    check(
      'keeps empty maps of a custom resource',
      'MD-1',
      post(
        widgets,
        widget({ name: 'a', labels: {}, annotations: {}, finalizers: [], ownerReferences: [] }, { spec: {} }),
      ),
    ),
    check(
      'keeps null out of metadata',
      'MD-1',
      post(configMaps, {
        metadata: {
          name: 'a',
          labels: null,
          annotations: null,
          finalizers: null,
          ownerReferences: null,
          namespace: null,
          generation: null,
        },
      }),
      post(widgets, widget({ name: 'a', labels: null, annotations: null, finalizers: null, namespace: null })),
    ),
    check(
      'restores a version by PUT',
      'MD-1',
      quietly(post(configMaps, { metadata: { name: 'a' }, data: { a: '1' } }, { saveAs: 'a' })),
      mergePatch(a, { data: { a: '2' } }, { saveAs: 'b' }),
      put(a, edited('a', { 'metadata.resourceVersion': '{{b.metadata.resourceVersion}}' })),
      jsonPatch(a, [{ op: 'replace', path: '/metadata/resourceVersion', value: '{{b.metadata.resourceVersion}}' }]),
    ),
  ],
})
