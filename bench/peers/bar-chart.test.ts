import { expect, it } from 'vitest'
import { barChart } from './bar-chart.ts'

const bar = (label: string, value: number) => ({ label, value, min: value, max: value, isOurs: false })

it('draws bars with widths proportional to their values, and of zero width when all values are zero', () => {
  const widths = (values: readonly number[]) =>
    [
      ...barChart([{ title: 'a', bars: values.map((value) => bar('x', value)) }]).matchAll(
        /<rect [^>]*width="([^"]+)"/g,
      ),
    ].map(([, width]) => Number(width))
  expect(widths([10, 5])).toEqual([170, 85])
  expect(widths([0, 0])).toEqual([0, 0])
})

it('escapes HTML in titles and labels', () => {
  expect(barChart([{ title: 'a < b & c', bars: [bar('<x', 1)] }])).toContain('a &lt; b &amp; c')
})
