/** Request bodies of built-in kinds: our codec accepts, refuses and keeps what kube-apiserver does, with its messages. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { formatApiVersion, type GroupVersionKind, parseApiVersion } from '@kubewright/core/object'
import { seededRandom } from '@kubewright/core/random'
import { servedGroups } from '@kubewright/kubernetes/discovery'
import { describe, expect, it } from 'vitest'
import { builtInCodec } from '../../packages/apiserver/src/codec/built-in-codec.ts'
import { DecodeFailure, unhandled } from '../../packages/apiserver/src/codec/decode-failure.ts'
import { loadShape } from '../../packages/apiserver/src/codec/load-shapes.ts'
import { BodyGenerator } from '../../packages/apiserver/src/codec/testing/body-generator.ts'
import { asWarnings } from '../../packages/apiserver/src/codec/yaml-json.ts'
import { kubectlCommands } from '../../tools/go-shapes/kubectl-commands.ts'
import { startRecordingProxy } from '../../tools/go-shapes/recording-proxy.ts'
import { lostFields } from './lost-fields.ts'
import { createNamespace, openRealApi, type RawApi, realServer } from './real-server.ts'

const json = 'application/json'
const yaml = 'application/yaml'

const creatable = servedGroups
  .flatMap(({ versions }) => versions)
  .flatMap(({ resources }) => resources)
  .map(({ resource }) => resource)
  .filter(({ verbs }) => verbs.includes('create'))

type Resource = (typeof creatable)[number]

const resourceOf = (kind: string) => creatable.find((one) => one.kind === kind)!

interface Sent {
  readonly resource: Resource
  readonly body: string
  readonly mediaType?: string
  readonly validation?: 'Strict' | 'Warn' | 'Ignore'
}

/** The result of decoding a body, before validation. */
interface Reading {
  readonly refused?: string
  readonly warnings?: readonly string[]
}

function pathOf({ group, version, scope, plural }: Resource, namespace: string): string {
  const place = scope === 'Namespaced' ? `namespaces/${namespace}/` : ''
  return `/${group === '' ? 'api' : 'apis'}/${formatApiVersion({ group, version })}/${place}${plural}`
}

async function ask(api: RawApi, { resource, body, mediaType = json, validation = 'Strict' }: Sent) {
  const query = `?dryRun=All&fieldValidation=${validation}`
  const headers = { 'content-type': mediaType }
  return api.request(`${pathOf(resource, 'default')}${query}`, { method: 'POST', body, headers })
}

async function theirReading(api: RawApi, sent: Sent): Promise<Reading> {
  const { status, body, headers } = await ask(api, sent)
  const { message = '' } = body as { message?: string }
  const isAboutBody =
    /^(\S* in version ".*" cannot be handled as|the object provided is unrecognized|the API version in)/s
  if (status === 400 && isAboutBody.test(message)) return { refused: message }
  // Go puts UTF-8 into headers, and Node takes it for Latin-1.
  const header = Buffer.from(String(headers['warning'] ?? ''), 'latin1').toString('utf8')
  const warnings = [...header.matchAll(/299 - "((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text!.replace(/\\(.)/g, '$1'))
  return { warnings: warnings.filter((text) => /^(unknown|duplicate) field|already set in map$/.test(text)) }
}

async function ourReading({ resource, body, mediaType = json, validation = 'Strict' }: Sent): Promise<Reading> {
  try {
    const { object, strictErrors } = await builtInCodec(resource).decodeBody({ bytes: Buffer.from(body), mediaType })
    const { version } = parseApiVersion(object.apiVersion)
    if (validation === 'Strict' && strictErrors.length > 0) {
      const why = `strict decoding error: ${strictErrors.join(', ')}`
      return { refused: unhandled({ kind: object.kind, version }, resource.kind, why).message }
    }
    const expected = formatApiVersion(resource)
    if (object.apiVersion !== expected) {
      return {
        refused: `the API version in the data (${object.apiVersion}) does not match the expected API version (${expected})`,
      }
    }
    return { warnings: validation === 'Warn' ? strictErrors.flatMap(asWarnings) : [] }
  } catch (error) {
    if (error instanceof DecodeFailure) return { refused: error.message }
    throw error
  }
}

async function differences(sent: readonly Sent[]): Promise<unknown[]> {
  using api = openRealApi()
  const found: unknown[] = []
  for (const one of sent) {
    const [theirs, ours] = [await theirReading(api, one), await ourReading(one)]
    if (JSON.stringify(theirs) !== JSON.stringify(ours))
      found.push({ body: one.body, kind: one.resource.kind, theirs, ours })
  }
  return found
}

describe('request bodies of built-in kinds', () => {
  it('are decoded or refused like kube-apiserver does, whatever mistakes they contain', async () => {
    const sent: Sent[] = []
    for (const resource of creatable) {
      const type = (await loadShape(formatApiVersion(resource), resource.kind))!
      for (let index = 0; index < 8; index++) {
        const random = seededRandom(`${resource.kind} ${resource.version} ${index}`)
        const oddity = [0, 0.02, 0.05, 0.1][index % 4]!
        const generator = new BodyGenerator({ random, oddity, density: [0.8, 0.5, 0.25, 0.15, 0.1, 0.05] })
        sent.push({ resource, body: generator.struct(type), validation: index < 6 ? 'Strict' : 'Warn' })
      }
    }
    expect(await differences(sent)).toEqual([])
    expect(sent.length).toBeGreaterThan(400)
  })

  it('are refused with the same messages if they are not JSON, not objects, or of another kind', async () => {
    const texts = [
      '', ' ', '{', '{"a":1,}', '[]', '5', '"x"', 'null', 'nul', '{"kind":"Deployment"} x', 'hello', "{'a':1}", '{"a":01}',
      '{"a":"\\x"}', '{"a":"\n"}', '{"kind":5}', '{"apiVersion":{}}', '{"Kind":"Pod"}', '{"KIND":"Pod","apiVersion":"v1"}',
      '{"kind":"Foo"}', '{"kind":"Pod","apiVersion":"v1"}', '{"apiVersion":"v2"}', '{"apiVersion":"apps/v9"}',
      '{"apiVersion":"a/b/c"}', '{"apiVersion":"apps/v1beta1"}', '{"apiVersion":"v1"}', '{"apiVersion":"/"}',
      '{"apiVersion":"apps/"}', '{"kind":"DeploymentList","apiVersion":"apps/v1"}', '{"kind":"Pod","apiVersion":"v1","spec":1}',
      '{"kind":"Deployment","apiVersion":"extensions/v1beta1"}', '\ufeff{}', '{"kind":"DeleteOptions","apiVersion":"apps/v1"}',
      '{"kind":"Deployment","kind":"Pod"}', '{"kind":null,"apiVersion":null}', '{"a":é}', '['.repeat(10_001),
      '{"kind":"CustomResourceDefinition","apiVersion":"apiextensions.k8s.io/v1"}', '{"kind":"Foo","apiVersion":"foo/"}',
      '{"metadata":{"name":"a"},"metadata":{"labels":{"x":"1"}},"spec":{"replicas":1,"replicas":2}}',
    ] // biome-ignore format: a table
    const kinds = ['Deployment', 'ConfigMap', 'CustomResourceDefinition', 'APIService', 'Event'].map(resourceOf)
    expect(await differences(kinds.flatMap((resource) => texts.map((body) => ({ resource, body }))))).toEqual([])
  })

  it('as YAML are decoded or refused like kube-apiserver does', async () => {
    const texts = [
      '', '---\n', 'a', '- a', 'metadata:\n  name: a\ndata:\n  x: yes\n', 'metadata:\n  name: a\ndata:\n  x: 1\n',
      'metadata:\n  name: a\n  generation: 0o17\n', 'metadata:\n  name: a\n  generation: 1:30\n', 'kind: Foo', 'kind: 5',
      'metadata:\n  name: a\n  generation: 5.0\n', 'metadata:\n  name: a\n  name: b\ndata:\n  x: "1"\n  x: "2"\n',
      'metadata: {name: a}\nfoo: 1\nfoo: 2\n', 'metadata: {name: a}\n---\nkind: Foo\n', 'a: b: c', 'a:\n\tb: 1', 'a: [1',
      'a: "x', '@', 'a: *x', 'a: &x 1\nb: *x\n', 'metadata: {name: 1.10}', 'apiVersion: a/b/c', '&a [*a]', 'a: \u0001',
    ] // biome-ignore format: a table
    const resource = resourceOf('ConfigMap')
    const sent = texts.flatMap((body): Sent[] =>
      (['Strict', 'Warn'] as const).map((validation) => ({ resource, body, mediaType: yaml, validation })),
    )
    expect(await differences(sent)).toEqual([])
  })

  /** Valid objects in spellings that Go's decoder normalizes. */
  const spellings: readonly (readonly [kind: string, object: Record<string, unknown>])[] = [
    ['ConfigMap', { data: { b: '', a: null }, binaryData: { x: 'YR==', y: 'YQ==\n', z: [1, 2] }, immutable: false }],
    ['Secret', { data: { a: null, b: '', c: 'YQ==' }, type: '' }],
    ['Role', { rules: [] }],
    ['RoleBinding', { subjects: null, roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' } }],
    ['Lease', { spec: { acquireTime: '2020-01-01T5:00:00,123456+01:00', renewTime: '0001-01-01T00:00:00.000000Z' } }],
    ['LimitRange', { spec: { limits: [{ type: 'Pod', max: { cpu: '1000m', memory: '1024Mi' }, min: {} }] } }],
    ['ResourceQuota', { spec: { hard: { cpu: 0.5, pods: 1000, 'requests.memory': ' 1e3 ' }, scopes: [] } }],
    ['NetworkPolicy', { spec: { podSelector: null, ingress: [], egress: [{}], policyTypes: ['Ingress', 'Egress'] } }],
    ['PodDisruptionBudget', { spec: { minAvailable: 0, selector: {} } }],
    ['ControllerRevision', { revision: 0, data: { b: [1, null], a: {} } }],
    ['StorageClass', { provisioner: 'x', parameters: {}, mountOptions: [], allowVolumeExpansion: false }],
    ['Endpoints', { subsets: [{ addresses: [{ ip: '10.1.2.3' }], ports: [{ port: 80, name: '' }] }] }],
    ['EndpointSlice', { addressType: 'IPv4', endpoints: [], ports: null }],
    [
      'Deployment',
      {
        spec: {
          replicas: 0,
          paused: false,
          minReadySeconds: 0,
          strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: '0%' } },
          selector: { matchLabels: { a: 'b' }, matchExpressions: [] },
          template: {
            metadata: { labels: { a: 'b' }, annotations: null, creationTimestamp: '2020-01-01T00:00:00.5+02:00' },
            spec: {
              hostNetwork: false,
              nodeSelector: {},
              volumes: [
                { name: 'v', emptyDir: { sizeLimit: '1024Mi' } },
                { name: 'c', configMap: { name: 'c', optional: false } },
              ],
              containers: [
                {
                  name: 'c',
                  image: 'i',
                  command: [],
                  env: [{ name: 'A', value: '' }],
                  resources: { limits: { cpu: 1, memory: '0.5Gi' }, requests: null },
                  livenessProbe: { httpGet: { port: 'http', path: '' }, initialDelaySeconds: 0 },
                  securityContext: { runAsUser: 0, privileged: false, capabilities: {} },
                },
              ],
            },
          },
        },
      },
    ],
  ]

  it.each(spellings)(
    '%s: unusual but valid spellings are normalized like kube-apiserver does',
    async (kind, object) => {
      using api = openRealApi()
      const resource = resourceOf(kind)
      const body = JSON.stringify({ metadata: { name: 'spelling', labels: {}, finalizers: [] }, ...object })
      const answer = await ask(api, { resource, body })
      expect(answer.status, JSON.stringify(answer.body)).toBe(201)
      const codec = builtInCodec(resource)
      const { object: ours } = await codec.decodeBody({ bytes: Buffer.from(body), mediaType: json })
      // Empty becomes absent, or null, only when it is stored.
      expect(lostFields(await codec.settle(ours), answer.body)).toEqual([])
    },
  )

  it('protobuf bodies of kubectl are decoded like kube-apiserver does', async () => {
    const { programs, ...access } = realServer()
    await using proxy = await startRecordingProxy(access)
    using api = openRealApi()
    const namespace = await createNamespace(api, 'codec')
    const seen: string[] = []
    for (const command of Object.values(kubectlCommands)) {
      // `can-i` answers no with an exit code, and `create token` has no account.
      const words = ['--server', proxy.url, '--namespace', namespace, ...command.split(' ')]
      await promisify(execFile)(programs.kubectl!, words).catch(() => undefined)
      for (const { body, contentType, answer } of proxy.takeRecorded()) {
        if (!contentType.endsWith('.protobuf')) continue
        const { kind, apiVersion } = answer as { kind: string; apiVersion: string }
        const gvk: GroupVersionKind = { ...parseApiVersion(apiVersion), kind }
        const { object } = await builtInCodec(gvk).decodeBody({ bytes: body, mediaType: contentType })
        seen.push(kind)
        // The only response that does not repeat the request.
        if (kind === 'SelfSubjectRulesReview') continue
        expect(lostFields(object, answer), command).toEqual([])
      }
    }
    expect(seen.length).toBeGreaterThan(18)
  })
})
