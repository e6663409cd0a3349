/** Monitoring: the measured pods, whether samples arrive, and metrics as charts. */
import type { MetricName, MetricSamples, MonitoringEntry } from '@kubewright/dashboard/topics'
import { useEffect } from 'preact/hooks'
import { LineChart } from '../charts/line-chart.tsx'
import { formatValue } from '../charts/value-series.ts'
import { formatKey } from '../format.ts'
import { Chip, Empty, Problem } from '../parts.tsx'
import { usePage, useTable } from '../page-context.tsx'
import { objectRoute, type Route } from '../route.ts'
import {
  chosenMetrics,
  firstMetrics,
  formatMetric,
  metricTopic,
  type NamedMetric,
  namesTopic,
  stackTopics,
} from './stack-topics.ts'

export function MonitoringTable({ monitorings }: { monitorings: readonly MonitoringEntry[] }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Table of monitored pods">
      <table>
        <thead>
          <tr>
            <th scope="col">Monitoring</th>
            <th scope="col">Pods measured</th>
            <th scope="col">Samples</th>
            <th scope="col">Every</th>
            <th scope="col">To</th>
          </tr>
        </thead>
        <tbody>
          {monitorings.map((one) => (
            <tr key={formatKey(one)}>
              <th scope="row">
                <a href={objectRoute(one, one)}>{formatKey(one)}</a>
              </th>
              <td>
                {one.monitored ?? '–'} of {one.pods ?? '–'}
              </td>
              <td>
                {one.collecting === undefined ? (
                  '–'
                ) : (
                  <Chip tone={one.collecting.status === 'True' ? 'good' : 'bad'} title={one.collecting.message}>
                    {one.collecting.status === 'True' ? 'arrive' : one.collecting.reason}
                  </Chip>
                )}
              </td>
              <td>{one.interval ?? '–'}</td>
              <td class="soft wrapped">{one.sink === undefined ? '–' : `${one.sink.url}, ${one.sink.database}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function Metrics({ route, monitorings }: { route: Route; monitorings: readonly MonitoringEntry[] }) {
  const sorted = [...monitorings].sort((one, two) => (one.name < two.name ? -1 : 1))
  const named = route.query.get('monitoring')
  const chosen = sorted.find(({ name }) => name === named) ?? sorted[0]
  if (chosen === undefined) return null
  return (
    <section class="card" aria-labelledby="metrics">
      <h2 id="metrics">Metrics</h2>
      <MonitoringTable monitorings={sorted} />
      <MetricCharts route={route} monitoring={chosen} all={sorted} />
    </section>
  )
}

interface ChartsProps {
  readonly route: Route
  readonly monitoring: MonitoringEntry
  readonly all: readonly MonitoringEntry[]
}

function MetricCharts({ route, monitoring, all }: ChartsProps) {
  const { connection } = usePage()
  const { entries, isComplete, problem } = useTable<MetricName>(namesTopic(monitoring))
  const names = [...entries.values()]
  const asked = chosenMetrics(route.query)
  const metrics = asked.length > 0 ? asked : firstMetrics(names)
  const topics = [namesTopic(monitoring), ...metrics.map((one) => metricTopic(monitoring, one))]
  // The available metrics are known from the first topic.
  useEffect(() => connection.follow(['pages', ...stackTopics(route.parts), ...topics]), [topics.join('\n')])
  const go = (chosen: MonitoringEntry, shown: readonly NamedMetric[]) => {
    const query = new URLSearchParams([
      ['monitoring', chosen.name],
      ...shown.map((one) => ['metric', formatMetric(one)] as [string, string]),
    ])
    location.hash = `${location.hash.split('?')[0]}?${query.toString()}`
  }
  return (
    <>
      <div class="actions">
        {all.length < 2 ? null : (
          <label>
            Of{' '}
            <select
              value={monitoring.name}
              onChange={({ currentTarget }) => go(all.find(({ name }) => name === currentTarget.value)!, [])}
            >
              {all.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
        )}
        <MetricPicker names={names} shown={metrics} onPick={(one) => go(monitoring, [one, ...metrics].slice(0, 6))} />
      </div>
      {problem === undefined ? null : <Problem>{problem}</Problem>}
      {isComplete && names.length === 0 && problem === undefined ? (
        <Empty>InfluxDB has no samples of the last 15 minutes.</Empty>
      ) : null}
      <div class="charts">
        {metrics.map((metric) => (
          <MetricChart key={formatMetric(metric)} topic={metricTopic(monitoring, metric)} metric={metric} />
        ))}
      </div>
    </>
  )
}

interface PickerProps {
  readonly names: readonly NamedMetric[]
  readonly shown: readonly NamedMetric[]
  readonly onPick: (metric: NamedMetric) => void
}

function MetricPicker({ names, shown, onPick }: PickerProps) {
  const isShown = new Set(shown.map(formatMetric))
  const others = names.filter((one) => !isShown.has(formatMetric(one)))
  if (others.length === 0) return null
  return (
    <label>
      Show also{' '}
      <select
        value=""
        onChange={({ currentTarget }) => {
          const picked = others.find((one) => formatMetric(one) === currentTarget.value)
          if (picked !== undefined) onPick(picked)
        }}
      >
        <option value="">choose a metric</option>
        {others.map((one) => (
          <option key={formatMetric(one)} value={formatMetric(one)}>
            {one.measurement} {one.field}
          </option>
        ))}
      </select>
    </label>
  )
}

function MetricChart({ topic, metric }: { topic: string; metric: NamedMetric }) {
  const { entries, isComplete, problem } = useTable<MetricSamples>(topic)
  const { measurement, field } = metric
  const label = field === 'gauge' || field === 'counter' || field === 'value' ? measurement : `${measurement} ${field}`
  const found = entries.get('samples')
  if (problem !== undefined) return <Problem>{`${label}: ${problem}`}</Problem>
  if (found === undefined || found.samples.length === 0) {
    return (
      <p class="soft">
        {label}: {isComplete ? 'too few samples to draw' : 'asking InfluxDB …'}
      </p>
    )
  }
  const note = found.as === 'rate' ? 'growth in a second, sum of all series' : 'sum of all series'
  const format = found.as === 'rate' ? (value: number) => `${formatValue(value)} /s` : formatValue
  return <LineChart label={label} series={found.samples} note={note} format={format} />
}
