/**
 * Random definitions and objects, validated three times: by zod, by the engine of `packages/resource`, and by Kubernetes' own
 * code. Prints every disagreement that is not documented.
 *
 *     node --conditions=@kubewright/source --import tsx tools/schema-oracle/fuzz.ts [definitions] [seed]
 */
import { deepEqual } from '@kubewright/core/json'
import { formatProblem } from '@kubewright/resource'
import fc from 'fast-check'
import { agreement } from '../../packages/resource/src/zod/agreement.arbitrary.ts'
import { resourceSample } from '../../packages/resource/src/zod/zod-schemas.arbitrary.ts'
import { ask } from './ask.ts'

const [count = '1000', seed = '1'] = process.argv.slice(2)
const samples = fc.sample(resourceSample, { numRuns: Number(count), seed: Number(seed) })
const objects = samples.map(({ values }) => values.map((field) => objectWith(field)))
const answers = ask(
  samples.map(({ resource }, index) => ({ crd: resource.crd(), version: 'v1', objects: objects[index] })),
)

const complaints = samples.flatMap((sample, index) => {
  const answer = answers[index]!
  const refused = [answer.error ?? [], answer.problems].flat().map((problem) => `the CRD is refused: ${problem}`)
  return [...refused, ...objects[index]!.flatMap((_, at) => complaintsAbout(sample, index, at))]
})
for (const complaint of complaints.slice(0, 20)) console.log(complaint)
console.log(
  `${samples.length} definitions, ${samples.length * 5} objects, ${complaints.length} disagreements (seed ${seed}).`,
)
if (complaints.length > 0) process.exitCode = 1

function objectWith(field: unknown): object {
  return { apiVersion: 'samples.example.dev/v1', kind: 'Sample', metadata: { name: 'a' }, spec: { field } }
}

function complaintsAbout(sample: (typeof samples)[number], index: number, at: number): readonly string[] {
  const about = `${JSON.stringify(sample.resource.schema.properties!['spec'])} ${JSON.stringify(sample.values[at])}`
  const { problems, object } = sample.resource.safeParse(objects[index]![at])
  const theirs = answers[index]!.verdicts[at]
  if (theirs === undefined) return [`no verdict: ${about}`]
  const [ours, go] = [problems.map(formatProblem).sort(), [...theirs.problems].sort()]
  return [
    ...(deepEqual(ours, go)
      ? []
      : [`the engine says ${JSON.stringify(ours)}, Kubernetes ${JSON.stringify(go)}: ${about}`]),
    ...(object === undefined || deepEqual(object, theirs.stored) ? [] : [`stored differently: ${about}`]),
    ...agreement(sample, sample.values[at]!).map((complaint) => `${complaint}: ${about}`),
  ]
}
