import { formatApiVersion, parseApiVersion } from '@kubewright/core/object'
import { seededRandom } from '@kubewright/core/random'
import { describe, expect, it } from 'vitest'
import { groupVersions } from '../generated/go-shapes/modules.ts'
import { Unusual, writeChecked, writeDecoded } from './draft-writer.ts'
import { decodeJson } from './json-decoder.ts'
import { surveyJson } from './json-survey.ts'
import { loadShape } from './load-shapes.ts'
import { BodyGenerator } from './testing/body-generator.ts'
import { recordedDecodeCases } from './testing/recorded.ts'

describe('writeChecked', () => {
  it('writes the same as the exact decoder, or throws Unusual, for random bodies', async () => {
    const kinds = new Map(recordedDecodeCases().map(({ gvk }) => [`${formatApiVersion(gvk)} ${gvk.kind}`, gvk]))
    let plain = 0
    for (const gvk of kinds.values()) {
      const type = (await loadShape(formatApiVersion(gvk), gvk.kind))!
      for (let round = 0; round < 12; round++) {
        const random = seededRandom(`${gvk.kind} ${round}`)
        const generator = new BodyGenerator({
          random,
          oddity: round % 2 === 0 ? 0 : 0.03,
          density: [0.7, 0.4, 0.2, 0.1],
        })
        const text = generator.struct(type)
        const exact = decodeJson(text, type)
        const written = tryWrite(type, text)
        if (written === undefined) continue
        plain++
        expect({ problem: exact.problem, strictErrors: exact.strictErrors }).toEqual({
          problem: undefined,
          strictErrors: [],
        })
        expect(JSON.stringify(written)).toBe(JSON.stringify(writeDecoded(type, exact.value)))
      }
    }
    expect(plain).toBeGreaterThan(300)
    expect(Object.keys(groupVersions).map((text) => parseApiVersion(text).version)).toContain('v2')
  })

  /** Like the codec: a text with duplicate keys or unusual numbers is not written. */
  function tryWrite(type: Parameters<typeof writeChecked>[0], text: string): unknown {
    try {
      const { object, members } = writeChecked(type, JSON.parse(text))
      const survey = surveyJson(text)
      return survey.isUnusual || survey.members !== members ? undefined : object
    } catch (error) {
      if (error instanceof Unusual) return undefined
      throw error
    }
  }

  it.each([
    { metadata: { foo: 1 } },
    { metadata: [] },
    { metadata: { name: 5 } },
    { metadata: { generation: 2 ** 53 } },
    { metadata: { creationTimestamp: 'x' } },
    { metadata: { managedFields: [{ fieldsV1: JSON.parse('['.repeat(2_000) + ']'.repeat(2_000)) as unknown }] } },
    { binaryData: { a: '*' } },
    { data: [] },
    [],
    'x',
  ])('throws Unusual for %j', async (value) => {
    const type = (await loadShape('v1', 'ConfigMap'))!
    expect(() => writeChecked(type, value)).toThrow(Unusual)
  })
})

describe('writeDecoded', () => {
  it('keeps integers beyond the precision of a double', async () => {
    const type = (await loadShape('v1', 'ConfigMap'))!
    const generation = 2 ** 62
    expect(writeDecoded(type, { metadata: { generation } })).toMatchObject({ metadata: { generation } })
  })

  it('omits schema items that are neither a schema nor a list', async () => {
    const type = (await loadShape('apiextensions.k8s.io/v1', 'CustomResourceDefinition'))!
    const definition = (schema: object) => ({
      spec: { versions: [{ name: 'v1', schema: { openAPIV3Schema: schema } }] },
    })
    expect(writeDecoded(type, definition({ type: 'array', items: null }))).toMatchObject(definition({ type: 'array' }))
    expect(JSON.stringify(writeDecoded(type, definition({ items: null })))).not.toContain('items')
  })
})

describe('writeChecked of a deeply nested schema', () => {
  it('throws Unusual before the stack overflows', async () => {
    const type = (await loadShape('apiextensions.k8s.io/v1', 'CustomResourceDefinition'))!
    let schema: object = { type: 'string' }
    for (let depth = 0; depth < 20_000; depth++) schema = { type: 'object', properties: { a: schema } }
    const versions = [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }]
    expect(() => writeChecked(type, { spec: { versions } })).toThrow(Unusual)
  })
})
