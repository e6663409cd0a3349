/** Horizontal bars, legible on light and dark backgrounds. Pure. */

export interface Bar {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly isOurs: boolean
}

export interface BarPanel {
  readonly title: string
  readonly bars: readonly Bar[]
}

/** Gray, which is visible on both. */
const ink = '#808080'
const [oursColor, peerColor] = ['#2f81f7', '#8b949e']
const size = { width: 420, row: 22, left: 190, right: 60, top: 34, bottom: 12 }

/** Panels next to each other. */
export function barChart(panels: readonly BarPanel[]): string {
  const height = size.top + size.bottom + size.row * Math.max(...panels.map(({ bars }) => bars.length))
  const width = size.width * panels.length
  const drawn = panels.map((panel, at) => `<g transform="translate(${at * size.width} 0)">${drawPanel(panel)}</g>`)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ` +
    `font-family="system-ui, sans-serif" font-size="11" fill="${ink}">\n${drawn.join('\n')}\n</svg>\n`
  )
}

function drawPanel({ title, bars }: BarPanel): string {
  const longest = Math.max(...bars.map(({ max }) => max)) || 1
  const toWidth = (value: number) => (value / longest) * (size.width - size.left - size.right)
  const rows = bars.map((bar, at) => drawBar(bar, size.top + at * size.row, toWidth))
  return [text(8, 18, title, 'font-weight="600" font-size="12"'), ...rows].join('\n')
}

/** The bar is the median; the line across its end is the spread. */
function drawBar({ label, value, min, max, isOurs }: Bar, y: number, toWidth: (value: number) => number): string {
  const middle = y + size.row / 2
  const [from, to] = [size.left + toWidth(min), size.left + toWidth(max)]
  const color = isOurs ? oursColor : peerColor
  return [
    text(size.left - 6, middle + 4, label, 'text-anchor="end"'),
    `<rect x="${size.left}" y="${y + 3}" width="${toWidth(value).toFixed(1)}" height="${size.row - 6}" fill="${color}"/>`,
    `<line x1="${from.toFixed(1)}" x2="${to.toFixed(1)}" y1="${middle}" y2="${middle}" stroke="${ink}" stroke-width="2"/>`,
    text(to + 5, middle + 4, format(value)),
  ].join('')
}

function text(x: number, y: number, value: string, more = ''): string {
  const escaped = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${more}>${escaped}</text>`
}

const format = (value: number) =>
  value >= 1_000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)))
