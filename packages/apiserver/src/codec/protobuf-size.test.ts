import { formatApiVersion } from '@kubewright/core/object'
import { describe, expect, it } from 'vitest'
import type { Draft } from '../object/draft.ts'
import { loadShape } from './load-shapes.ts'
import { protobufSize, varintSize } from './protobuf-size.ts'
import { recordedDecodeCases } from './testing/recorded.ts'

describe('protobufSize', () => {
  it("equals the size of Go's encoding for every recorded object", async () => {
    const [ours, theirs]: string[][] = [[], []]
    for (const { gvk, object, protobuf } of recordedDecodeCases()) {
      if (protobuf === undefined) continue
      const type = await loadShape(formatApiVersion(gvk), gvk.kind)
      const line = `${gvk.kind} ${JSON.stringify(object)}`
      ours!.push(`${protobufSize(type!, object as Draft)} ${line}`)
      theirs!.push(`${Buffer.from(protobuf, 'base64').length} ${line}`)
    }
    expect(theirs!.length).toBeGreaterThan(50)
    expect(ours).toEqual(theirs)
  })
})

describe('varintSize', () => {
  it.each([
    [0, 1],
    [127, 1],
    [128, 2],
    [16_384, 3],
    [2 ** 40, 6],
    [-1, 10],
  ])('of %i is %i', (value, size) => {
    expect(varintSize(value)).toBe(size)
  })
})
