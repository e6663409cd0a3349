import type { Container, Pod } from '@kubewright/kubernetes/core/v1'
import { describe, expect, it } from 'vitest'
import { containerVariables, type References } from './container-variables.ts'
import { expand } from './expand.ts'
import { fieldValue, resourceValue } from './field-reference.ts'
import { commandFor, type Images } from './image-command.ts'
import { loopbackOf } from './loopback.ts'
import { relocate, volumeVariable } from './mount-paths.ts'
import { probed, type ProbeState, unprobed } from './probe-state.ts'

const place = { podIp: '10.128.16.2', hostIp: '10.64.0.3' }
const pod = {
  metadata: { name: 'web', namespace: 'default', uid: 'u', labels: { b: '2', a: '1' }, annotations: {} },
  spec: { nodeName: 'node-1', containers: [] },
} as unknown as Pod

it('an image is mapped by its most specific name', () => {
  const images: Images = {
    redis: { command: ['a'] },
    'redis:7': { command: ['b'] },
    'registry.dev:5000/x': { command: ['c'] },
  }
  const found = [
    'redis',
    'redis:6',
    'redis:7',
    'docker.io/library/redis:7',
    'redis@sha256:00',
    'registry.dev:5000/x:1',
    'other',
    'constructor',
  ]
  expect(found.map((image) => commandFor(images, image)?.command[0])).toEqual([
    'a',
    'a',
    'b',
    'b',
    'a',
    'c',
    undefined,
    undefined,
  ])
})

it('every cluster address is mapped to a loopback address', () => {
  expect(['10.0.0.17', '10.128.16.2', '172.20.3.4'].map(loopbackOf)).toEqual([
    '127.0.0.17',
    '127.128.16.2',
    '127.20.3.4',
  ])
})

it.each([
  { text: '--port=$(PORT)', as: '--port=80' },
  { text: '$$(PORT) $$', as: '$(PORT) $' },
  { text: '$(NONE) $PORT $(', as: '$(NONE) $PORT $(' },
])('variable references are expanded as in Kubernetes: $text', ({ text, as }) => {
  expect(expand(text, new Map([['PORT', '80']]))).toBe(as)
})

it.each([
  { text: '/data', as: '/v/data' },
  { text: '/data/x', as: '/v/data/x' },
  { text: '--dir=/data/x', as: '--dir=/v/data/x' },
  { text: '-dir=/data', as: '-dir=/v/data' },
  { text: '/data/deep/x', as: '/v/deep/x' },
  { text: '/database', as: '/database' },
  { text: 'in /data', as: 'in /data' },
  { text: 'a=/data', as: 'a=/data' },
])('mount paths in arguments are rewritten: $text', ({ text, as }) => {
  const mounts = new Map([
    ['/data', '/v/data'],
    ['/data/deep', '/v/deep'],
  ])
  expect(relocate(text, mounts)).toBe(as)
})

it('a volume name becomes the name of a variable', () => {
  expect(volumeVariable('my-data.1')).toBe('KUBEWRIGHT_VOLUME_MY_DATA_1')
})

it.each([
  { path: 'metadata.name', value: 'web' },
  { path: 'metadata.labels', value: 'a="1"\nb="2"' },
  { path: "metadata.labels['a']", value: '1' },
  { path: "metadata.annotations['none']", value: '' },
  { path: 'spec.nodeName', value: 'node-1' },
  { path: 'status.podIP', value: '127.128.16.2' },
  { path: 'spec.restartPolicy', value: undefined },
  { path: 'constructor', value: undefined },
])('the downward API field $path is read', ({ path, value }) => {
  expect(fieldValue(path, pod, place)).toBe(value)
})

it('resource values are divided and rounded up', () => {
  const container = { name: 'web', resources: { limits: { cpu: '250m', memory: '1Gi' } } }
  const of = (resource: string, divisor?: string) =>
    resourceValue({ resource, ...(divisor === undefined ? {} : { divisor }) }, container)
  expect([
    of('limits.cpu'),
    of('limits.cpu', '1m'),
    of('limits.memory', '1Mi'),
    of('requests.cpu'),
    of('other.cpu'),
  ]).toEqual(['1', '250', '1024', '0', undefined])
})

describe('the environment of a container', () => {
  const references = {
    configMaps: new Map([['settings', { data: { color: 'green' } }]]),
    secrets: new Map([['keys', { data: { token: Buffer.from('secret').toString('base64') } }]]),
  } as unknown as References
  const of = (container: Partial<Container>) =>
    Object.fromEntries(
      containerVariables({
        pod,
        container: { name: 'web', ...container },
        place,
        references,
        given: new Map([['GIVEN', '1']]),
      }),
    )

  it('may refer only to earlier variables', () => {
    const env = [
      { name: 'A', value: '$(GIVEN)-$(B)' },
      { name: 'B', value: '$(A)' },
      { name: 'T', valueFrom: { secretKeyRef: { name: 'keys', key: 'token' } } },
    ]
    expect(of({ env, envFrom: [{ configMapRef: { name: 'settings' } }] })).toEqual({
      GIVEN: '1',
      color: 'green',
      A: '1-$(B)',
      B: '1-$(B)',
      T: 'secret',
    })
  })

  it.each([
    {
      name: 'the ConfigMap',
      env: [{ name: 'A', valueFrom: { configMapKeyRef: { name: 'none', key: 'x' } } }],
      why: 'configmap "none" not found',
    },
    {
      name: 'the key',
      env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'keys', key: 'x' } } }],
      why: "couldn't find key x in Secret default/keys",
    },
    {
      name: 'the field',
      env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'spec.x' } } }],
      why: 'valueFrom of the variable A is not supported here',
    },
  ])('fails if $name is missing', ({ env, why }) => {
    expect(() => of({ env })).toThrow(why)
  })
})

it.each([
  { name: 'one success is enough', results: [true], verdict: true },
  { name: 'three failures are needed', results: [false, false], verdict: undefined },
  { name: 'three consecutive failures fail', results: [true, false, false, false], verdict: false },
  { name: 'a success in between resets the failures', results: [true, false, false, true, false], verdict: true },
])('the verdict of a probe: $name', ({ results, verdict }) => {
  const end = results.reduce<ProbeState>((state, result) => probed(state, result, {}), unprobed)
  expect(end.verdict).toBe(verdict)
})
