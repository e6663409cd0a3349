/** A value over time, as observed by the page. Pure. */

export type Sample = readonly [at: number, value: number]

const longestMs = 15 * 60_000
const mostSamples = 500

/** The series with one more sample. A run of equal values keeps its first and last: the line is the same. */
export function withSample(series: readonly Sample[], at: number, value: number): readonly Sample[] {
  const last = series.at(-1)
  if (last !== undefined && at <= last[0]) return series
  const isLevel = last?.[1] === value && series.at(-2)?.[1] === value
  const kept = (isLevel ? series.slice(0, -1) : series).filter(([one]) => at - one <= longestMs)
  return [...kept, [at, value] as const].slice(-mostSamples)
}

export interface ChartShape {
  /** The data of an SVG path. */
  readonly line: string
  /** The bounds of the vertical axis. */
  readonly low: number
  readonly high: number
  /** The extremes of the values. */
  readonly least: number
  readonly most: number
  readonly first: number
  readonly last: Sample
}

/** The line of a series in a box of this size; `undefined` if there is nothing to draw. */
export function chartShape(series: readonly Sample[], width: number, height: number): ChartShape | undefined {
  const last = series.at(-1)
  if (last === undefined) return undefined
  let [least, most] = [last[1], last[1]]
  for (const [, value] of series) {
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  // The axis starts at zero, so that a small change of a large value does not look large.
  const [low, high] = [Math.min(0, least), most === 0 && least === 0 ? 1 : Math.max(0, most)]
  const first = series[0]![0]
  const span = Math.max(1, last[0] - first)
  const points = series.map(([at, value]) => {
    const x = series.length === 1 ? width : ((at - first) / span) * width
    return `${round(x)} ${round(height - ((value - low) / (high - low)) * height)}`
  })
  const line = series.length === 1 ? `M0 ${points[0]!.split(' ')[1]}L${points[0]}` : `M${points.join('L')}`
  return { line, low, high, least, most, first, last }
}

const round = (value: number) => Math.round(value * 10) / 10

/** `12.3`, `4.5 k`, `1.2 G`: short at any magnitude. */
export function formatValue(value: number): string {
  const size = Math.abs(value)
  const [divisor, unit] = units.find(([least]) => size >= least) ?? [1, '']
  const scaled = value / divisor
  const text = Math.abs(scaled) >= 100 || Number.isInteger(scaled) ? String(Math.round(scaled)) : scaled.toPrecision(3)
  return `${Number(text)}${unit}`
}

const units: readonly (readonly [number, string])[] = [
  [1e12, ' T'],
  [1e9, ' G'],
  [1e6, ' M'],
  [1e3, ' k'],
]
