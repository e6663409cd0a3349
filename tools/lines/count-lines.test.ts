import { expect, it } from 'vitest'
import { countLines } from './count-lines.ts'
import { countOf, useCases } from './use-cases.ts'

const source = `import { defineController, done } from 'kubewright'
import {
  one,
} from './one.ts'

/**
 * Comments count for nothing.
 */
// Nor do these.
export const bulbs = defineController({
  name: 'bulbs',
  for: Bulb,
  async reconcile(bulb, ctx) {
    const lamp = { name: 'lamp', }
    await set(lamp) // the use-case
    return done()
  },
})
`

it('countLines separates lines required by the SDK from those of the use case', () => {
  const kinds = countLines(source).map(({ kind }) => kind)
  expect(kinds.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => 'none'))
  expect(kinds.slice(9, 18)).toEqual([
    'sdk',
    'sdk',
    'sdk',
    'sdk',
    'use-case',
    'use-case',
    'sdk',
    'use-case',
    'use-case',
  ])
})

it.each(useCases)('$name has fewer lines than in the thesis, for the SDK and in total', (useCase) => {
  const { sdk, all } = countOf(useCase)
  expect(sdk).toBeLessThan(useCase.thesis.sdk)
  expect(all).toBeLessThan(useCase.thesis.all)
})
