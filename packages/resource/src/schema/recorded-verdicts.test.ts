/**
 * The recorded verdicts of Kubernetes 1.36, line by line in `kubernetes-1.36.verdicts.jsonl`, against ours.
 * `tools/schema-oracle` records them anew.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { JsonObject } from '@kubewright/core/json'
import { describe, expect, it } from 'vitest'
import { validateObject } from './apply-schema.ts'
import { checkSchema } from './check-schema.ts'
import { dropNulls, fillDefaults } from './fill-defaults.ts'
import { textFormat } from './format.ts'
import { formatProblem } from './problem.ts'
import { prune } from './prune.ts'
import { compileRe2 } from './re2.ts'
import type { StructuralSchema } from './structural-schema.ts'

interface ObjectsLine {
  readonly kind: 'objects'
  readonly schema: StructuralSchema
  readonly objects: readonly JsonObject[]
  readonly verdicts: readonly {
    readonly stored: unknown
    readonly unknown: readonly string[]
    readonly problems: readonly string[]
  }[]
}
interface FormatsLine {
  readonly kind: 'formats'
  readonly texts: readonly string[]
  readonly accepts: Readonly<Record<string, readonly string[]>>
}
interface PatternsLine {
  readonly kind: 'patterns'
  readonly texts: readonly string[]
  readonly verdicts: readonly {
    readonly pattern: string
    readonly error?: string
    readonly accepts?: readonly string[]
  }[]
}
interface DefinitionLine {
  readonly kind: 'definition'
  readonly schema: StructuralSchema
  readonly problems: readonly string[]
}
type Line = ObjectsLine | FormatsLine | PatternsLine | DefinitionLine

const lines = readFileSync(resolve(import.meta.dirname, 'kubernetes-1.36.verdicts.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Line)

function linesOf<Kind extends Line['kind']>(kind: Kind): readonly Extract<Line, { kind: Kind }>[] {
  return lines.filter((line) => line.kind === kind) as Extract<Line, { kind: Kind }>[]
}

function judge(object: JsonObject, schema: StructuralSchema): object {
  const unknown: string[] = []
  const pruned = prune(object, schema, { onUnknown: (path) => unknown.push(path) })
  const stored = fillDefaults(dropNulls(pruned, schema), schema) as JsonObject
  const problems = validateObject(stored, schema).map(formatProblem).sort()
  return { stored, unknown: unknown.sort(), problems }
}

/** Both sides name the place of a schema in their own way, and print a whole schema in their own way. */
function comparable(problem: string): string {
  return problem
    .replace('spec.validation.openAPIV3Schema', 'schema')
    .replace(/Invalid value: (?:\{.*\}|…): only \[/, 'Invalid value: …: only [')
}

describe('schema validation, compared with Kubernetes 1.36', () => {
  it.each(linesOf('objects').map((line, index) => ({ ...line, name: `schema ${index}` })))(
    'stores the same objects and reports the same problems: $name',
    ({ schema, objects, verdicts }) => {
      const expected = verdicts.map((verdict) => ({ ...verdict, problems: [...verdict.problems].sort() }))
      expect(objects.map((object) => judge(object, schema))).toEqual(expected)
    },
  )

  const [formats] = linesOf('formats')
  it.each(Object.keys(formats!.accepts))('accepts the same strings for the format %s', (format) => {
    const check = textFormat(format)!
    expect(formats!.texts.filter(check)).toEqual(formats!.accepts[format])
  })

  const [patterns] = linesOf('patterns')
  it.each(patterns!.verdicts.filter(({ error }) => error === undefined))(
    'matches the same strings with the pattern $pattern',
    ({ pattern, accepts }) => {
      expect(patterns!.texts.filter((text) => compileRe2(pattern).test(text))).toEqual(accepts)
    },
  )

  it.each(patterns!.verdicts.filter(({ error }) => error !== undefined))(
    'refuses the pattern $pattern with the same message',
    ({ pattern, error }) => {
      expect(() => compileRe2(pattern)).toThrow(error)
    },
  )

  it.each(linesOf('definition'))('refuses a CRD schema for the same reasons: $schema', ({ schema, problems }) => {
    const ours = checkSchema(schema, { path: 'spec.validation.openAPIV3Schema', hasStatus: true }).map(formatProblem)
    expect(ours.map(comparable).sort()).toEqual(problems.map(comparable).sort())
  })
})
