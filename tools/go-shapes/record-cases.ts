/**
 * Records how the Go types decode random bodies of every kind, for tests without Go.
 *
 *     tsx --conditions=@kubewright/source tools/go-shapes/record-cases.ts
 *
 * With a number it sends that many bodies of each kind, compares the results with ours and writes nothing.
 */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { formatApiVersion, type GroupVersionKind } from '@kubewright/core/object'
import { seededRandom } from '@kubewright/core/random'
import { loadShape } from '../../packages/apiserver/src/codec/load-shapes.ts'
import { BodyGenerator } from '../../packages/apiserver/src/codec/testing/body-generator.ts'
import { compareCase, type DecodeCase } from '../../packages/apiserver/src/codec/testing/decode-case.ts'
import { readInput } from '../kubernetes/input.ts'
import { askOracle } from './oracle.ts'
import { wantedKinds } from './wanted-kinds.ts'

const target = resolve(import.meta.dirname, '../../packages/apiserver/src/codec/testing/decode-cases.json')
const oddities = [0, 0.1, 0.04, 0.01]

const kinds = wantedKinds(await readInput()).map((text): GroupVersionKind => {
  const [group, version, kind] = text.split('/') as [string, string, string]
  return { group, version, kind }
})

const perKind = Number(process.argv[2] ?? 0)
if (perKind > 0) await compare(await casesOf(perKind, [0.8, 0.5, 0.5, 0.25, 0.25, 0.1, 0.02]))
else record(await casesOf(3, [0.5, 0.2, 0.1, 0.06, 0.04, 0.02]))

async function casesOf(count: number, density: readonly number[]): Promise<DecodeCase[]> {
  const bodies = await Promise.all(kinds.map((gvk) => bodiesOf(gvk, count, density)))
  const asked = bodies.flat()
  const answers = askOracle(asked.map(({ gvk, body }) => ({ ...gvk, body: Buffer.from(body).toString('base64') })))
  return asked.map((one, index) => ({ ...one, ...answers[index] }))
}

async function bodiesOf(gvk: GroupVersionKind, count: number, density: readonly number[]) {
  const type = await loadShape(formatApiVersion(gvk), gvk.kind)
  return Array.from({ length: count }, (_, index) => {
    const random = seededRandom(`${formatApiVersion(gvk)} ${gvk.kind} ${index}`)
    const generator = new BodyGenerator({ random, oddity: oddities[index % oddities.length]!, density })
    return { gvk, body: generator.struct(type!) }
  })
}

/** Keeps protobuf only for the first body of each kind, which is valid. */
function record(all: readonly DecodeCase[]): void {
  const cases = all.map(({ protobuf, ...rest }, index) => (index % 3 === 0 ? { ...rest, protobuf } : rest))
  writeFileSync(target, `[\n${cases.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`)
  console.log(`${cases.length} cases recorded.`)
}

async function compare(cases: readonly DecodeCase[]): Promise<void> {
  const differences = (await Promise.all(cases.map(compareCase))).filter((difference) => difference !== undefined)
  for (const difference of differences.slice(0, 10)) console.error(difference)
  console.log(`${cases.length - differences.length} of ${cases.length} agree.`)
  if (differences.length > 0) process.exitCode = 1
}
