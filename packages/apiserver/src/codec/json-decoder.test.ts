import { beforeAll, describe, expect, it } from 'vitest'
import { writeDecoded } from './draft-writer.ts'
import type { StructType } from '../go/go-type.ts'
import { decodeJson } from './json-decoder.ts'
import { NotJson } from './json-text.ts'
import { loadShape } from './load-shapes.ts'

describe('decodeJson', () => {
  let pod: StructType
  let configMap: StructType
  let definition: StructType

  beforeAll(async () => {
    pod = (await loadShape('v1', 'Pod'))!
    configMap = (await loadShape('v1', 'ConfigMap'))!
    definition = (await loadShape('apiextensions.k8s.io/v1', 'CustomResourceDefinition'))!
  })

  const container = (text: string) => `{"spec":{"containers":[{"name":"c",${text}}]}}`

  /** Messages of kube-apiserver 1.36.4. */
  const problems: readonly (readonly [body: string, problem: string])[] = [
    ['{"metadata":{"labels":{"a":1}}}', 'json: cannot unmarshal number into Go struct field ObjectMeta.metadata.labels of type string'],
    ['{"metadata":{"labels":[]}}', 'json: cannot unmarshal array into Go struct field ObjectMeta.metadata.labels of type map[string]string'],
    ['{"metadata":{"creationTimestamp":5}}', 'json: cannot unmarshal number into Go struct field ObjectMeta.metadata.creationTimestamp of type string'],
    ['{"metadata":{"generation":5.0}}', 'json: cannot unmarshal number 5.0 into Go struct field ObjectMeta.metadata.generation of type int64'],
    ['{"metadata":{"generation":99999999999999999999}}', 'json: cannot unmarshal number 99999999999999999999 into Go struct field ObjectMeta.metadata.generation of type int64'],
    ['{"spec":{"volumes":[{"emptyDir":5}]}}', 'json: cannot unmarshal number into Go struct field Volume.spec.volumes.VolumeSource.emptyDir of type v1.EmptyDirVolumeSource'],
    ['{"spec":{"volumes":{}}}', 'json: cannot unmarshal object into Go struct field PodSpec.spec.volumes of type []v1.Volume'],
    ['{"spec":{"restartPolicy":5}}', 'json: cannot unmarshal number into Go struct field PodSpec.spec.restartPolicy of type v1.RestartPolicy'],
    ['{"spec":{"priority":3000000000}}', 'json: cannot unmarshal number 3000000000 into Go struct field PodSpec.spec.priority of type int32'],
    [container('"livenessProbe":{"httpGet":{"port":true}}'), 'json: cannot unmarshal bool into Go struct field HTTPGetAction.spec.containers.livenessProbe.ProbeHandler.httpGet.port of type int32'],
    [container('"livenessProbe":{"httpGet":{"port":1.5}}'), 'json: cannot unmarshal number 1.5 into Go struct field HTTPGetAction.spec.containers.livenessProbe.ProbeHandler.httpGet.port of type int32'],
    [container('"resources":{"limits":[]}'), 'json: cannot unmarshal array into Go struct field ResourceRequirements.spec.containers.resources.limits of type v1.ResourceList'],
    [container('"resources":{"limits":{"cpu":"x"}}'), "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"],
    [container('"resources":{"limits":{"cpu":"1K"}}'), "unable to parse quantity's suffix"],
    [container('"args":[1]'), 'json: cannot unmarshal number into Go struct field Container.spec.containers.args of type string'],
  ] // biome-ignore format: a table

  it.each(problems)('of %s reports the same problem as Go', (body, problem) => {
    expect(decodeJson(body, pod).problem).toBe(problem)
  })

  it('reports the first value of a wrong type', () => {
    expect(decodeJson('{"spec":{"nodeName":1,"hostname":2}}', pod).problem).toMatch('PodSpec.spec.nodeName')
  })

  it("reports a custom unmarshaler's error before type errors", () => {
    const { problem } = decodeJson('{"spec":{"nodeName":1},"metadata":{"creationTimestamp":"x"}}', pod)
    expect(problem).toMatch(/^parsing time "x"/)
  })

  it('reports a syntax error before any other', () => {
    expect(() => decodeJson('{"metadata":{"creationTimestamp":"x"}', pod)).toThrow(NotJson)
  })

  it('reports unknown and duplicate fields once each, in text order, up to 100', () => {
    const repeated = '{"x":1,"metadata":{"name":"a","name":"b","labels":{"l":"1","l":"2"}},"data":{},"data":{},"x":2}'
    expect(decodeJson(repeated, configMap).strictErrors).toEqual([
      'unknown field "x"',
      'duplicate field "metadata.name"',
      'duplicate field "metadata.labels.l"',
      'duplicate field "data"',
    ])
    const many = JSON.stringify(Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`x${at}`, at])))
    expect(decodeJson(many, configMap).strictErrors).toHaveLength(100)
  })

  it('merges a duplicate field into the earlier value, as Go does', () => {
    const text = '{"spec":{"containers":[{"name":"c","args":["a","b"]}],"containers":[{"args":["z"]}]}}'
    expect(decodeJson(text, pod).value).toEqual({ spec: { containers: [{ name: 'c', args: ['z'] }] } })
  })

  it('does not report unknown fields inside of values with a custom unmarshaler', () => {
    const schema = '{"foo":1,"items":{"foo":1}}'
    const text = `{"spec":{"versions":[{"schema":{"openAPIV3Schema":${schema}}}]}}`
    expect(decodeJson(text, definition).strictErrors).toEqual([
      'unknown field "spec.versions[0].schema.openAPIV3Schema.foo"',
    ])
  })

  it.each([
    '{"spec":{"foo":"\\x"}}',
    '{"spec":{"foo":[1,]}}',
    '{"a":"\u0001"}',
    '{"spec":{"nodeName":"\\ud"}}',
    '{"spec":{"foo":tru}}',
  ])('rejects %s as a syntax error', (text) => {
    expect(() => decodeJson(text, pod)).toThrow(NotJson)
  })

  it('decodes and rewrites the deepest allowed nesting', () => {
    const schema = '{"not":'.repeat(290)
    const text = `{"spec":{"versions":[{"schema":{"openAPIV3Schema":${schema}{}${'}'.repeat(290)}}}]}}`
    const { value, problem } = decodeJson(text, definition)
    expect(problem).toBeUndefined()
    expect(JSON.stringify(writeDecoded(definition, value))).toContain('{"not":{"not":{}}}')
  })

  it('skips unknown fields of any legal depth, and refuses values too deep to rewrite', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
    expect(decodeJson(`{"foo":${nested(9_000)}}`, pod).strictErrors).toEqual(['unknown field "foo"'])
    expect(() => decodeJson(`{"foo":${nested(10_001)}}`, pod)).toThrow(NotJson)
    expect(() => decodeJson(`{"metadata":{"managedFields":[{"fieldsV1":${nested(5_000)}}]}}`, pod)).toThrow(NotJson)
  })
})
