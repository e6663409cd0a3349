import { parseApiVersion } from '@kubewright/core/object'
import { describe, expect, it } from 'vitest'
import { builtInCodec } from './built-in-codec.ts'
import { compareCase, decodeForTest } from './testing/decode-case.ts'
import { recordedDecodeCases, recordedKubectlBodies } from './testing/recorded.ts'

const deployments = builtInCodec({ group: 'apps', version: 'v1', kind: 'Deployment' })
const configMaps = builtInCodec({ group: '', version: 'v1', kind: 'ConfigMap' })

const json = (text: string) => ({ bytes: Buffer.from(text), mediaType: 'application/json' })

describe('builtInCodec', () => {
  it('decodes recorded JSON and protobuf bodies of every kind as the Go types do', async () => {
    const cases = recordedDecodeCases()
    const differences = (await Promise.all(cases.map(compareCase))).filter((difference) => difference !== undefined)
    expect(differences).toEqual([])
    expect(new Set(cases.map(({ gvk }) => `${gvk.group}/${gvk.version}/${gvk.kind}`)).size).toBeGreaterThan(65)
  })

  it.each(recordedKubectlBodies())('decodes what kubectl sends for a $name', async ({ body, object }) => {
    const gvk = { ...parseApiVersion(object.apiVersion), kind: object.kind }
    const bytes = Buffer.from(body, 'hex')
    expect(await decodeForTest(gvk, { bytes, mediaType: 'application/vnd.kubernetes.protobuf' })).toEqual({
      object: JSON.stringify(object),
      strictErrors: [],
    })
  })

  it('writes fields in the order of the Go types, with zero values where omitempty is missing', async () => {
    const { object } = await deployments.decode({ spec: { template: {}, replicas: 0, paused: false }, metadata: {} })
    expect(JSON.stringify(object)).toBe(
      '{"kind":"Deployment","apiVersion":"apps/v1","metadata":{},"spec":{"replicas":0,"selector":null,' +
        '"template":{"metadata":{},"spec":{"containers":null}},"strategy":{}},"status":{}}',
    )
  })

  it('decodes a value in memory like its JSON text', async () => {
    const value = { metadata: { name: 'a', foo: 1 }, data: { b: '2', a: '1' } }
    const [fromValue, fromText] = [
      await configMaps.decode(value),
      await configMaps.decodeBody(json(JSON.stringify(value))),
    ]
    expect(fromValue).toEqual(fromText)
    expect(fromValue.strictErrors).toEqual(['unknown field "metadata.foo"'])
  })

  it("does not let a key change an object's prototype", async () => {
    const { object } = await configMaps.decodeBody(json('{"data":{"__proto__":"x"},"__proto__":{"y":1}}'))
    expect(JSON.stringify(object)).toBe('{"kind":"ConfigMap","apiVersion":"v1","metadata":{},"data":{"__proto__":"x"}}')
  })

  it('replaces each byte of invalid UTF-8 as Go does', async () => {
    const bytes = Buffer.concat([Buffer.from('{"data":{"a":"'), Buffer.from([0xe6, 0x97]), Buffer.from('"}}')])
    const { object } = await configMaps.decodeBody({ bytes, mediaType: 'application/json' })
    expect(object['data']).toEqual({ a: '\ufffd\ufffd' })
  })

  /** Responses of kube-apiserver 1.36.4 to bodies posted as Deployments. */
  const refusals: readonly (readonly [body: string, message: string])[] = [
    ['', "the object provided is unrecognized (must be of type Deployment): couldn't get version/kind; json parse error: unexpected end of JSON input (<empty>)"],
    [' ', "the object provided is unrecognized (must be of type Deployment): couldn't get version/kind; json parse error: unexpected end of JSON input (20)"],
    ['[]', "the object provided is unrecognized (must be of type Deployment): couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; Kind string \"json:\\\"kind,omitempty\\\"\" } (5b5d)"],
    ['"x"', "the object provided is unrecognized (must be of type Deployment): couldn't get version/kind; json parse error: json: cannot unmarshal string into Go value of type struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; Kind string \"json:\\\"kind,omitempty\\\"\" } (227822)"],
    ['{"kind":5}', "the object provided is unrecognized (must be of type Deployment): couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct field .kind of type string ({\"kind\":5})"],
    ['{"apiVersion":{}}', "the object provided is unrecognized (must be of type Deployment): couldn't get version/kind; json parse error: json: cannot unmarshal object into Go struct field .apiVersion of type string ({\"apiVersion\":{}})"],
    ['{"apiVersion":"a/b/c"}', 'the object provided is unrecognized (must be of type Deployment): unexpected GroupVersion string: a/b/c ({"apiVersion":"a/b/c"})'],
    ['{"kind":"Deployment"} x', "the object provided is unrecognized (must be of type Deployment): couldn't get version/kind; json parse error: invalid character 'x' after top-level value ({\"kind\":\"Deployment\"} x)"],
    ['{"kind":"Foo"}', 'Foo in version "v1" cannot be handled as a Deployment: no kind "Foo" is registered for version "apps/v1" in scheme "pkg/runtime/scheme.go:111"'],
    ['{"Kind":"Pod"}', 'Pod in version "v1" cannot be handled as a Deployment: no kind "Pod" is registered for version "apps/v1" in scheme "pkg/runtime/scheme.go:111"'],
    ['{"KIND":"Pod","apiVersion":"v1"}', 'Pod in version "v1" cannot be handled as a Deployment: converting (v1.Pod) to (apps.Deployment): unknown conversion'],
    ['{"kind":"Pod","apiVersion":"v1","spec":1}', 'Pod in version "v1" cannot be handled as a Deployment: json: cannot unmarshal number into Go struct field Pod.spec of type v1.PodSpec'],
    ['{"kind":"DeploymentList","apiVersion":"apps/v1"}', 'DeploymentList in version "v1" cannot be handled as a Deployment: converting (v1.DeploymentList) to (apps.Deployment): unknown conversion'],
    ['{"kind":"DeleteOptions","apiVersion":"apps/v1"}', 'DeleteOptions in version "v1" cannot be handled as a Deployment: converting (v1.DeleteOptions) to (apps.Deployment): unknown conversion'],
    ['{"kind":"CustomResourceDefinition","apiVersion":"apiextensions.k8s.io/v1"}', 'CustomResourceDefinition in version "v1" cannot be handled as a Deployment: no kind "CustomResourceDefinition" is registered for version "apiextensions.k8s.io/v1" in scheme "pkg/runtime/scheme.go:111"'],
    ['{"apiVersion":"apps/v9"}', 'Deployment in version "v9" cannot be handled as a Deployment: no kind "Deployment" is registered for version "apps/v9" in scheme "pkg/runtime/scheme.go:111"'],
    ['{"kind":"Foo","apiVersion":"foo/"}', 'Foo in version "" cannot be handled as a Deployment: Object \'apiVersion\' is missing in \'{"kind":"Foo","apiVersion":"foo/"}\''],
    ['{"metadata":5}', 'Deployment in version "v1" cannot be handled as a Deployment: json: cannot unmarshal number into Go struct field Deployment.metadata of type v1.ObjectMeta'],
    ['{"spec":{"replicas":"x","template":{"metadata":{"creationTimestamp":"z"}}}}', 'Deployment in version "v1" cannot be handled as a Deployment: parsing time "z" as "2006-01-02T15:04:05Z07:00": cannot parse "z" as "2006"'],
  ] // biome-ignore format: a table

  it.each(refusals)('refuses %s', async (body, message) => {
    await expect((async () => deployments.decodeBody(json(body)))()).rejects.toMatchObject({
      status: { code: 400, reason: 'BadRequest', message },
    })
  })

  it('refuses too deep nesting', async () => {
    const refused = (async () => deployments.decodeBody(json('['.repeat(10_001))))()
    await expect(refused).rejects.toThrow("json parse error: invalid character '[' exceeded max depth (5b5b5b")
  })

  it.each(['null', '{}', '{"apiVersion":"/"}', '{"apiVersion":"apps/"}', '{"kind":null}', '{"kind":"Deployment"}'])(
    'fills in missing kind and apiVersion of %s',
    async (body) => {
      const { object } = await deployments.decodeBody(json(body))
      expect([object.kind, object.apiVersion, object.metadata]).toEqual(['Deployment', 'apps/v1', {}])
    },
  )

  it('accepts the right kind in another version, for a later check to refuse', async () => {
    const { object } = await deployments.decodeBody(json('{"apiVersion":"apps/v1beta1"}'))
    expect(object.apiVersion).toBe('apps/v1beta1')
  })

  it('reports unknown fields in another version of the kind', async () => {
    const codec = builtInCodec({ group: 'autoscaling', version: 'v1', kind: 'HorizontalPodAutoscaler' })
    const { strictErrors } = await codec.decodeBody(json('{"apiVersion":"autoscaling/v2","spec":{"foo":1}}'))
    expect(strictErrors).toEqual(['unknown field "spec.foo"'])
  })

  it('normalizes a changed draft: field order, empty fields, unknown fields', async () => {
    const { object } = await deployments.decode({ metadata: { name: 'a' } })
    object.metadata.labels = {}
    object['foo'] = 1
    object['spec'] = { paused: false, minReadySeconds: 5, replicas: 1 }
    expect(JSON.stringify(await deployments.settle(object))).toBe(
      '{"kind":"Deployment","apiVersion":"apps/v1","metadata":{"name":"a"},"spec":{"replicas":1,"selector":null,' +
        '"template":{"metadata":{},"spec":{"containers":null}},"strategy":{},"minReadySeconds":5},"status":{}}',
    )
  })

  it('refuses kinds that are not built in', async () => {
    const codec = builtInCodec({ group: 'example.com', version: 'v1', kind: 'Widget' })
    await expect((async () => codec.decode({}))()).rejects.toThrow('has no Widget in example.com/v1')
  })
})
