/** Catalogue 1.4 and 1.5: names with a special meaning in JavaScript objects. */
import {
  apply,
  check,
  defineSuite,
  get,
  inCluster,
  inNamespace,
  jsonPatch,
  mergePatch,
  post,
  quietly,
  strategicPatch,
} from '../../../tools/conformance/steps.ts'

const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
const configMaps = inNamespace('configmaps')
const a = `${configMaps}/a`
/** Text, because `__proto__` has a special meaning in an object literal. */
const configMap = (data: string) => `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":${data}}`
const one = (name: string, value: string) => `{"${name}":"${value}"}`
const pod = (spec: object) => ({
  metadata: { name: 'a', labels: { a: 'b' } },
  spec: { containers: [{ name: 'a', image: 'a', ...spec }] },
})

export default defineSuite({
  section: '1.5',
  topic: 'odd names',
  cases: [
    ...names.flatMap((name) => [
      check(
        `lets two apply, and one of them ${name}`,
        'SSA-5',
        apply(a, 'one', configMap(one(name, 'x'))),
        apply(a, 'two', configMap(one('other', 'x'))),
        apply(a, 'two', configMap(one(name, 'y'))),
        apply(a, 'one', configMap(one(name, 'z'))),
        apply(a, 'one', configMap('{}')),
        get(a),
      ),
      check(
        `patches ${name}`,
        'MP-1 SMP-1 JP-1',
        post(configMaps, configMap(one(name, 'x'))),
        mergePatch(a, `{"data":${one(name, 'y')}}`),
        strategicPatch(a, `{"data":${one(name, 'z')}}`),
        jsonPatch(a, `[{"op":"test","path":"/data/${name}","value":"z"},{"op":"remove","path":"/data/${name}"}]`),
        jsonPatch(a, `[{"op":"remove","path":"/data/${name}"}]`),
      ),
    ]),
    check(
      'selects by labels that are there',
      'LI-10',
      quietly(post(configMaps, { metadata: { name: 'a', labels: { constructor: 'x' } } })),
      quietly(post(configMaps, { metadata: { name: 'b', labels: { a: 'x' } } })),
      ...['constructor', '!constructor', 'toString', '!toString', 'valueOf!=x', 'constructor in (x)'].map((selector) =>
        get(`${configMaps}?labelSelector=${encodeURIComponent(selector)}`),
      ),
    ),
    check(
      'takes any type of a secret',
      'CR-1',
      post(inNamespace('secrets'), { metadata: { name: 'a' }, type: 'constructor' }),
    ),
    check(
      'knows no resources by such names',
      'CR-1',
      post(inNamespace('pods'), pod({ resources: { requests: { constructor: '1' } } })),
      post(inNamespace('pods'), pod({ resources: { limits: { toString: '1' } } })),
      post(inNamespace('limitranges'), {
        metadata: { name: 'a' },
        spec: { limits: [{ type: 'Pod', max: { constructor: '1' } }] },
      }),
    ),
    check(
      'matches by keys of labels that a pod has',
      'CR-1',
      post(inNamespace('pods'), {
        metadata: { name: 'a', labels: { a: 'b' } },
        spec: {
          containers: [{ name: 'a', image: 'a' }],
          topologySpreadConstraints: [
            {
              maxSkew: 1,
              topologyKey: 'constructor',
              whenUnsatisfiable: 'DoNotSchedule',
              labelSelector: { matchLabels: { c: 'd' } },
              matchLabelKeys: ['constructor', 'a'],
            },
          ],
        },
      }),
    ),
    check(
      'keeps the status a node is created with',
      'CR-1',
      post(inCluster('nodes'), {
        metadata: { name: '{id}' },
        status: { capacity: { cpu: '1' }, conditions: [{ type: 'Ready', status: 'True' }], config: { error: 'x' } },
      }),
      mergePatch(`${inCluster('nodes')}/{id}`, { status: { phase: 'Running' }, spec: { unschedulable: true } }),
    ),
  ],
})
