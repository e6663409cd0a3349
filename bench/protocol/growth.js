/** Growth from 5 to 40 nodes as a picture: time on a logarithmic scale, legible on light and on dark ground. */

/** Neither black nor white: seen on both. */
const ink = '#808080'
const size = { width: 760, height: 340, left: 62, right: 16, top: 40, bottom: 70 }
const decades = [0.01, 0.1, 1, 10, 100, 1_000, 10_000, 100_000]
const labels = ['10 µs', '100 µs', '1 ms', '10 ms', '100 ms', '1 s', '10 s', '100 s']

export function drawGrowth(ours, peer) {
  const right = size.width - size.right
  const bottom = size.height - size.bottom
  const toX = (nodes) => size.left + ((nodes - 5) / 35) * (right - size.left)
  const toY = (ms) =>
    bottom - (Math.log10(Math.max(ms, decades[0]) / decades[0]) / (decades.length - 1)) * (bottom - size.top)
  const series = [
    { name: "Barrel's algorithm, all pairs", color: '#c2410c', points: peer.map(({ nodes, all }) => [nodes, all]) },
    {
      name: 'recovery, every single fault',
      color: '#2563eb',
      points: ours.map(({ nodes, faults }) => [nodes, faults]),
    },
    {
      name: 'deployment, rich protocols',
      color: '#a855f7',
      points: ours.map(({ nodes, searched }) => [nodes, searched]),
    },
    { name: 'deployment plan', color: '#059669', points: ours.map(({ nodes, plan }) => [nodes, plan]) },
  ]
  const shapes = [
    text(size.left, 20, 'Planning by number of nodes: processor time', 'font-weight="600" font-size="13"'),
    ...decades.map(
      (ms) =>
        `<line x1="${size.left}" y1="${toY(ms)}" x2="${right}" y2="${toY(ms)}" stroke="${ink}" stroke-opacity=".25"/>`,
    ),
    ...decades.map((ms, at) => text(size.left - 8, toY(ms) + 4, labels[at], 'text-anchor="end"')),
    ...[5, 8, 10, 13, 20, 30, 40].map((nodes) => text(toX(nodes), bottom + 16, String(nodes), 'text-anchor="middle"')),
    text((size.left + right) / 2, bottom + 34, 'nodes', 'text-anchor="middle"'),
    ...series.map(({ color, points }) =>
      curve(
        points.map(([x, y]) => [toX(x), toY(y)]),
        color,
      ),
    ),
    ...series.map(({ name, color }, at) => {
      const x = size.left - 44 + at * 188
      return `<line x1="${x}" y1="${size.height - 14}" x2="${x + 18}" y2="${size.height - 14}" stroke="${color}" stroke-width="2"/>${text(x + 24, size.height - 10, name)}`
    }),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" font-family="system-ui, sans-serif" font-size="11" fill="${ink}">\n${shapes.join('\n')}\n</svg>\n`
}

function curve(points, color) {
  const path = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`)
  const dots = path.map((at) => `<circle cx="${at.replace(',', '" cy="')}" r="3" fill="${color}"/>`)
  return `<polyline points="${path.join(' ')}" fill="none" stroke="${color}" stroke-width="2"/>${dots.join('')}`
}

function text(x, y, value, more = '') {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${more}>${value}</text>`
}
