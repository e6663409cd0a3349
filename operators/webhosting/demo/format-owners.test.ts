import { describe, expect, it } from 'vitest'
import { formatOwners } from './format-owners.ts'

const site = (name: string, shard?: string) => ({
  name,
  namespace: 'project-foo',
  theme: 'calm',
  color: 'steelblue',
  phase: 'Ready',
  url: undefined,
  shard,
  isMoving: shard === undefined,
})

describe('formatOwners', () => {
  it('has a line for each shard, and one for moving websites', () => {
    const shards = [
      { name: 'shard-0', state: 'runs', pid: 4711 },
      { name: 'shard-1', state: 'killed', pid: 4712 },
    ] as const
    const text = formatOwners(shards, [site('blog', 'shard-0'), site('docs', 'shard-0'), site('shop')])
    expect(text.split('\n')).toEqual([
      '  shard-0       pid 4711  2: blog docs',
      '  shard-1       killed    –',
      '  on their way            1: shop',
    ])
  })
})
