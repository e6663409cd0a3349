/** Applied objects that do not match the schema of their kind, also in atomic parts. */
import { apply, check, defineSuite, inNamespace } from '../../../tools/conformance/steps.ts'

const misfits: readonly [name: string, pod: object, spec?: object][] = [
  ['a number for a list', { containers: [{ name: 'a', image: 'a', command: 5 }] }],
  ['numbers in a list of texts', { containers: [{ name: 'a', image: 'a', command: [5, {}] }] }],
  ['a map for a list', { containers: [{ name: 'a', image: 'a', args: { a: 1 } }] }],
  ['a map for a quantity', { containers: [{ name: 'a', image: 'a', resources: { limits: { cpu: {} } } }] }],
  ['a map for a port', { containers: [{ name: 'a', image: 'a', livenessProbe: { httpGet: { port: {} } } }] }],
  ['text for a map', { nodeSelector: 'x' }],
  ['a number in a map of texts', { nodeSelector: { a: 5 } }],
  ['an unknown field in an item', { tolerations: [{ bogus: 1 }] }],
  ['a number in an item', { tolerations: [{ key: 5 }] }],
  ['text for a struct', {}, { selector: 'x' }],
  ['an unknown field in a struct', {}, { selector: { bogus: 5 } }],
  ['text for a number', {}, { replicas: 'x' }],
]
const misfit = (pod: object, spec: object = {}) => {
  const containers = [{ name: 'a', image: 'a' }]
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers, ...pod } }
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'd' },
    spec: { selector: { matchLabels: { a: 'b' } }, ...spec, template },
  }
}

const oddMetadata: readonly [name: string, metadata: unknown][] = [
  ['a number for a name', { name: 5 }],
  ['a map for a name', { name: {} }],
  ['a number for managed fields', { name: 'm', managedFields: 5 }],
  ['a map for finalizers', { name: 'm', finalizers: {} }],
  ['a number for a label', { name: 'm', labels: { a: 5 } }],
  ['text for metadata', 'm'],
]
const map = (metadata: unknown) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata })

export default defineSuite({
  section: '1.5',
  topic: 'misfits',
  cases: [
    ...misfits.map(([name, pod, spec]) =>
      check(`refuses ${name}`, 'SSA-18', apply(inNamespace('deployments.apps/v1', 'd'), 'one', misfit(pod, spec))),
    ),
    ...oddMetadata.map(([name, metadata]) =>
      check(`refuses ${name}, of whatever kind`, 'SSA-18', apply(inNamespace('configmaps', 'm'), 'one', map(metadata))),
    ),
  ],
})
