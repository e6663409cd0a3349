/** A small chart that is legible on light and dark backgrounds. */

export interface Series {
  readonly name: string
  readonly color: string
  readonly isDashed?: boolean
  readonly points: readonly (readonly [x: number, y: number])[]
}

export interface Panel {
  readonly title: string
  readonly xTitle: string
  readonly yUnit: string
  readonly series: readonly Series[]
}

/** Gray, which is visible on both. */
const ink = '#808080'
const size = { width: 360, height: 260, left: 44, right: 12, top: 34, bottom: 62 }

/** Panels next to each other. */
export function plot(panels: readonly Panel[]): string {
  const width = size.width * panels.length
  const drawn = panels.map((panel, at) => `<g transform="translate(${at * size.width} 0)">${drawPanel(panel)}</g>`)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${size.height}" width="${width}" height="${size.height}" ` +
    `font-family="system-ui, sans-serif" font-size="11" fill="${ink}">\n${drawn.join('\n')}\n</svg>\n`
  )
}

function drawPanel({ title, xTitle, yUnit, series }: Panel): string {
  const points = series.flatMap((one) => one.points)
  const xs = [...new Set(points.map(([x]) => x))].sort((one, two) => one - two)
  const [lowX, highX] = [Math.min(0, ...xs), Math.max(...xs)]
  const step = niceStep(Math.max(...points.map(([, y]) => y)) / 5)
  const highY = Math.ceil(Math.max(...points.map(([, y]) => y)) / step) * step
  const right = size.width - size.right
  const bottom = size.height - size.bottom
  const toX = (x: number) => size.left + ((x - lowX) / (highX - lowX || 1)) * (right - size.left)
  const toY = (y: number) => bottom - (y / (highY || 1)) * (bottom - size.top)
  const rows = Array.from({ length: Math.round(highY / step) + 1 }, (_, at) => at * step)
  return [
    text(size.left, 18, title, 'font-weight="600" font-size="12"'),
    ...rows.map((y) => line([size.left, right], toY(y), 'stroke-opacity=".25"')),
    ...rows.map((y) => text(size.left - 6, toY(y) + 4, `${number(y)}${yUnit}`, 'text-anchor="end"')),
    ...xs.map((x) => text(toX(x), bottom + 15, number(x), 'text-anchor="middle"')),
    text((size.left + right) / 2, bottom + 30, xTitle, 'text-anchor="middle"'),
    ...series.map((one) => drawSeries(one, toX, toY)),
    ...legend(series),
  ].join('\n')
}

function drawSeries(
  { color, isDashed, points }: Series,
  toX: (x: number) => number,
  toY: (y: number) => number,
): string {
  const path = points.map(([x, y]) => `${toX(x).toFixed(1)},${toY(y).toFixed(1)}`)
  const dots = isDashed ? [] : path.map((at) => `<circle cx="${at.replace(',', '" cy="')}" r="3" fill="${color}"/>`)
  const dash = isDashed ? ' stroke-dasharray="5 4"' : ''
  return `<polyline points="${path.join(' ')}" fill="none" stroke="${color}" stroke-width="2"${dash}/>${dots.join('')}`
}

function legend(series: readonly Series[]): readonly string[] {
  const width = (size.width - size.left - size.right) / series.length
  const y = size.height - 12
  return series.map(({ name, color, isDashed }, at) => {
    const x = size.left + at * width
    const dash = isDashed ? 'stroke-dasharray="5 4"' : ''
    return line([x, x + 18], y - 4, `stroke-width="2" ${dash}`, color) + text(x + 23, y, name)
  })
}

/** A horizontal line. */
function line([from, to]: readonly [number, number], y: number, more: string, color = ink): string {
  const at = y.toFixed(1)
  return `<line x1="${from.toFixed(1)}" y1="${at}" x2="${to.toFixed(1)}" y2="${at}" stroke="${color}" ${more}/>`
}

function text(x: number, y: number, value: string, more = ''): string {
  const escaped = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${more}>${escaped}</text>`
}

/** 1, 2 or 5 times a power of ten. */
function niceStep(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value || 1))
  return ([1, 2, 5].find((factor) => factor * power >= value) ?? 10) * power
}

const number = (value: number) =>
  value >= 1_000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)))
