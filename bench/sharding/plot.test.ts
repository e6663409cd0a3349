import { describe, expect, it } from 'vitest'
import { plot } from './plot.ts'

const panel = {
  title: 'Capacity & <limits>',
  xTitle: 'shards',
  yUnit: '×',
  series: [
    { name: 'linear', color: '#999', isDashed: true, points: [[1, 1] as const, [5, 5] as const] },
    { name: 'ours', color: '#00f', points: [[1, 1] as const, [3, 2.7] as const, [5, 4.4] as const] },
  ],
}

describe('plot', () => {
  it('draws a line per series, and dots only for measured series', () => {
    const svg = plot([panel])
    expect(svg.match(/<polyline /g)).toHaveLength(2)
    expect(svg.match(/<circle /g)).toHaveLength(3)
    expect(svg).toContain('points="104.8,165.2 348.0,34.0"')
  })

  it('puts panels side by side', () => {
    expect(plot([panel, panel])).toContain('viewBox="0 0 720 260"')
  })

  it('escapes HTML in titles, and contains no NaN for a single point at zero', () => {
    const svg = plot([panel, { ...panel, series: [{ name: 'nothing', color: '#999', points: [[0, 0] as const] }] }])
    expect(svg).toContain('Capacity &amp; &lt;limits>')
    expect(svg).not.toContain('NaN')
  })
})
