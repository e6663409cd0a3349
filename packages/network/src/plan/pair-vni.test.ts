import { describe, expect, it } from 'vitest'
import { pairVni } from './pair-vni.ts'

describe('the VXLAN identifier of two clusters', () => {
  it('is the same from both sides, and fits into 24 bits', () => {
    const names = Array.from({ length: 100 }, (_, number) => `cluster-${number}`)
    for (const name of names) {
      const vni = pairVni('rome', name)
      expect(vni).toBe(pairVni(name, 'rome'))
      expect(vni).toBeGreaterThanOrEqual(1)
      expect(vni).toBeLessThan(2 ** 24)
    }
    expect(new Set(names.map((name) => pairVni('rome', name))).size).toBe(names.length)
  })
})
