/** A small chart of one value over time. Screen readers get a sentence and a table. */
import { formatAge, formatClock } from '../format.ts'
import { chartShape, formatValue, type Sample } from './value-series.ts'

const [width, height] = [260, 64]
const mostRows = 12

export interface LineChartProps {
  readonly label: string
  /** @default short numbers */
  readonly format?: (value: number) => string
  readonly series: readonly Sample[]
  /** The unit and the source of the numbers. */
  readonly note?: string
}

export function LineChart({ label, format: text = formatValue, series, note }: LineChartProps) {
  const shape = chartShape(series, width, height)
  if (shape === undefined) return null
  const { line, least, most, high, first, last } = shape
  const over = formatAge(last[0] - first)
  const summary = `${label}: ${text(last[1])} now, between ${text(least)} and ${text(most)}`
  return (
    <figure class="chart">
      <figcaption>
        <span class="name">{label}</span> <strong>{text(last[1])}</strong>
      </figcaption>
      <svg viewBox={`-2 -4 ${width + 4} ${height + 8}`} role="img" aria-label={summary} preserveAspectRatio="none">
        <path class="floor" d={`M0 ${height}H${width}`} />
        <path class="line" d={line} />
      </svg>
      <p class="soft">
        up to {text(high)}
        {over === 'now' ? '' : `, over ${over}`}
        {note === undefined ? '' : `; ${note}`}
      </p>
      <details>
        <summary>Values</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Value</th>
            </tr>
          </thead>
          <tbody>
            {series
              .slice(-mostRows)
              .reverse()
              .map(([at, value]) => (
                <tr key={at}>
                  <td>{formatClock(at)}</td>
                  <td>{text(value)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
