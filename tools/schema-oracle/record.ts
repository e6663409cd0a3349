/**
 * Records the results of Kubernetes' own code for schemas, objects, formats and patterns, so that the unit tests of
 * `packages/resource` need neither Go nor a server.
 * See decision 0032.
 *
 *     node --conditions=@kubewright/source --import tsx tools/schema-oracle/record.ts
 */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { structuralSchema, valueFor } from '../../packages/resource/src/schema/structural-schemas.arbitrary.ts'
import { ask } from './ask.ts'
import { patterns, patternTexts } from './pattern-questions.ts'
import { formats, formatTexts, schemas } from './questions.ts'

const target = resolve(import.meta.dirname, '../../packages/resource/src/schema/kubernetes-1.36.verdicts.jsonl')
const lines = [...objectLines(), ...formatLines(), ...patternLines(), ...definitionLines()]
writeFileSync(target, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
console.log(`${target}: ${lines.length} verdicts.`)

/** Random schemas with three objects each. Of those without a new type of problem only the first sixty are kept. */
function objectLines(): readonly object[] {
  const pair = structuralSchema.chain((schema) =>
    fc.record({
      schema: fc.constant({ type: 'object', properties: { s: schema } }),
      objects: fc.array(
        valueFor(schema).map((s) => ({ s })),
        { minLength: 3, maxLength: 3 },
      ),
    }),
  )
  const pairs = fc
    .sample(pair, { numRuns: 1500, seed: 2026 })
    .filter(({ schema }) => JSON.stringify(schema).length < 400)
  const seen = new Set<string>()
  let kept = 0
  return ask(pairs).flatMap(({ verdicts }, index) => {
    const shapes = verdicts.flatMap(({ problems }) => problems.map(shapeOf))
    const isNew = shapes.some((shape) => !seen.has(shape))
    if (!isNew && kept >= 60) return []
    for (const shape of shapes) seen.add(shape)
    kept++
    const { schema, objects } = pairs[index]!
    return [{ kind: 'objects', schema, objects, verdicts }]
  })
}

/** A problem without its names and numbers. */
function shapeOf(problem: string): string {
  return problem.replace(/"[^"]*"|-?\d+(?:\.\d+)?(?:e[+-]\d+)?|\bs(?:\.\w+|\[\d+\])*/g, '·')
}

function formatLines(): readonly object[] {
  const answers = ask(formats.map((format) => ({ format, texts: formatTexts })))
  const accepts = Object.fromEntries(
    answers.map(({ accepted }, index) => [formats[index], formatTexts.filter((_, at) => accepted![at])]),
  )
  return [{ kind: 'formats', texts: formatTexts, accepts }]
}

function patternLines(): readonly object[] {
  const answers = ask(patterns.map((pattern) => ({ pattern, texts: patternTexts })))
  const verdicts = answers.map(({ accepted, error }, index) => ({
    pattern: patterns[index],
    ...(accepted === undefined ? { error } : { accepts: patternTexts.filter((_, at) => accepted[at]) }),
  }))
  return [{ kind: 'patterns', texts: patternTexts, verdicts }]
}

function definitionLines(): readonly object[] {
  const answers = ask(schemas.map((schema) => ({ crd: crdWith(schema), version: 'v1' })))
  return answers.map(({ problems }, index) => ({
    kind: 'definition',
    schema: schemas[index],
    problems: problems.filter((problem) => !isAboutCel(problem)).map(withoutDump),
  }))
}

function crdWith(schema: object): object {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'foos.example.dev' },
    spec: {
      group: 'example.dev',
      scope: 'Namespaced',
      names: { plural: 'foos', kind: 'Foo' },
      versions: [
        { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema }, subresources: { status: {} } },
      ],
    },
  }
}

/** Problems that only a CEL compiler can find. */
function isAboutCel(problem: string): boolean {
  return /x-kubernetes-validations\[\d+\]\.(?:rule|messageExpression): Invalid value: (?:apiext|\{)/.test(problem)
}

/** Removes Go's dump of the whole schema, which no other language can reproduce. */
function withoutDump(problem: string): string {
  return problem.replace(/Invalid value: \{"ID":.*\}: only \[/, 'Invalid value: …: only [')
}
