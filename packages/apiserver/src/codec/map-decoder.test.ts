import { beforeAll, describe, expect, it } from 'vitest'
import { builtInCodec } from './built-in-codec.ts'
import type { StructType } from '../go/go-type.ts'
import { loadShape } from './load-shapes.ts'
import { decodeMap } from './map-decoder.ts'

describe('decodeMap', () => {
  let deployment: StructType
  let secret: StructType

  beforeAll(async () => {
    deployment = (await loadShape('apps/v1', 'Deployment'))!
    secret = (await loadShape('v1', 'Secret'))!
  })

  const pod = (spec: unknown) => ({ spec: { template: { spec } } })

  /** Messages of kube-apiserver 1.36.4 for strategic merge patches. */
  it.each([
    [{ spec: { replicas: 'x' } }, 'unrecognized type: int32'],
    [{ spec: { replicas: 1.5 } }, 'cannot convert float64 to int32'],
    [{ spec: { paused: 'x' } }, 'unrecognized type: bool'],
    [{ spec: 5 }, 'cannot restore struct from: int64'],
    [{ metadata: { labels: { a: 5 } } }, 'cannot convert int64 to string'],
    [
      { metadata: { creationTimestamp: 'x' } },
      'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
    ],
    [
      { spec: { strategy: { rollingUpdate: { maxSurge: true } } } },
      'json: cannot unmarshal bool into Go value of type int32',
    ],
    [pod({ volumes: { a: 1 } }), 'cannot restore slice from map'],
    [pod({ volumes: [{ name: 'v', emptyDir: 5 }] }), 'cannot restore struct from: int64'],
    [pod({ restartPolicy: 5 }), 'cannot convert int64 to v1.RestartPolicy'],
    [pod({ nodeSelector: 'x' }), 'cannot restore map from string'],
  ])('of %j reports the same problem as Go', (value, problem) => {
    expect(decodeMap(value, deployment).problem).toBe(problem)
  })

  it('truncates integers that overflow', () => {
    expect(decodeMap({ spec: { replicas: 99_999_999_999 } }, deployment).value).toEqual({
      spec: { replicas: 1_215_752_191 },
    })
  })

  it('sorts unknown fields', () => {
    const value = { x: 1, spec: { foo: 1, bar: { a: 1 }, template: { spec: { containers: [{ foo: 1 }] } } } }
    expect(decodeMap(value, deployment).strictErrors).toEqual([
      'unknown field "spec.bar"',
      'unknown field "spec.foo"',
      'unknown field "spec.template.spec.containers[0].foo"',
      'unknown field "x"',
    ])
  })

  it('decodes base64 and reports invalid base64', () => {
    expect(decodeMap({ data: { a: 'YR==', b: null } }, secret).value).toEqual({ data: { a: 'YQ==', b: undefined } })
    expect(decodeMap({ data: { a: '*' } }, secret).problem).toBe(
      'error decoding from json: illegal base64 data at input byte 0',
    )
  })

  it('ignores kind and apiVersion of the object', async () => {
    const codec = builtInCodec({ group: 'apps', version: 'v1', kind: 'Deployment' })
    const { object } = await codec.decodeMerged({ kind: 'Pod', apiVersion: 'v9', metadata: { name: 'a' } })
    expect([object.kind, object.apiVersion, object.metadata]).toEqual(['Deployment', 'apps/v1', { name: 'a' }])
  })
})
