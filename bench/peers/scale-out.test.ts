import { expect, it } from 'vitest'
import { scaleOutNotes } from './scale-out.ts'

const pairs = [
  { title: 'ours', one: 'kubewright', several: 'kubewright-shards' },
  { title: 'theirs', one: 'peer-1', several: 'peer-3' },
]
const sampleOf = (contender: string, rate: number) => ({ contender, values: { rate } })

it('the scale-out factor compares medians, and only where both sides were measured', () => {
  const samples = [10, 90, 12].map((rate) => sampleOf('kubewright', rate))
  const more = [sampleOf('kubewright-shards', 30), sampleOf('peer-1', 20)]
  expect(scaleOutNotes(pairs, [...samples, ...more], 'rate')).toEqual([
    'Scale-out factor, ours: **2.50×** (from 12 to 30 Websites a second).',
  ])
})
