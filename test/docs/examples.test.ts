/** Runs every example of the documentation (`// =>` asserts) and type-checks those that need a cluster as well. */
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runnablePart } from '../../tools/docs/example.ts'
import { findExamples } from '../../tools/docs/pages.ts'
import { findTypeErrors } from '../../tools/docs/type-errors.ts'
import { exampleId } from '../../tools/docs/vite-plugin.ts'

const root = resolve(import.meta.dirname, '../..')
const examples = findExamples(root)

describe('documentation example runs', () => {
  for (const example of examples) {
    if (!runnablePart(example)) continue
    it(`${example.path}:${example.line}`, async () => {
      expect(await import(/* @vite-ignore */ exampleId(example))).toBeDefined()
    })
  }
})

it(`documentation: all ${examples.length} examples type-check`, { timeout: 60_000 }, async () => {
  expect(await findTypeErrors(root)).toEqual([])
})
