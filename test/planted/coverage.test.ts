import { explore } from '@kubewright/testing'
import { expect, it } from 'vitest'
import { swallowedErrors } from './swallowed-errors.ts'

it('explore() reports which lines of an operator run only with faults', { timeout: 180_000 }, async () => {
  const [bug] = swallowedErrors
  const { coverage } = await explore({ ...bug!.explored(false), strategies: ['single'], coverage: true })
  const whenOf = (line: string) => coverage!.parts.find(({ lines }) => lines.some((one) => one.includes(line)))?.when
  expect(whenOf('if (!means(error)) throw error')).toBe('only with faults')
  expect(whenOf('const found = await ctx.client.get(ConfigMap')).toBe('never') // of another operator in the same file
  expect(whenOf('await made.catch(ignoring(isFixed ? never : () => true))')).toBe(undefined)
  expect(coverage!.text).toContain('Only with faults:')
})
