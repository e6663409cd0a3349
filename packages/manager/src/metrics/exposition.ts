/** Formats metrics as text: Prometheus, or OpenMetrics on request. */
import type { HistogramFamily, MetricFamily, MetricLabels } from '@kubewright/core/metrics'
import { formatNumber } from './format-number.ts'

export interface Exposition {
  readonly contentType: string
  readonly format: (families: readonly MetricFamily[]) => string
}

const prometheus: Exposition = {
  contentType: 'text/plain; version=0.0.4; charset=utf-8',
  format: (families) => families.map((family) => block(family, family.name, formatNumber)).join(''),
}

const openMetrics: Exposition = {
  contentType: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
  format: (families) => `${families.map((family) => block(family, openName(family), formatBound)).join('')}# EOF\n`,
}

/** The format requested by the `Accept` header; Prometheus by default. */
export function expositionFor(accept: string | undefined): Exposition {
  return accept?.includes('application/openmetrics-text') ? openMetrics : prometheus
}

/** In OpenMetrics the family name of a counter has no `_total`; its series have. */
function openName({ type, name }: MetricFamily): string {
  return type === 'counter' ? name.replace(/_total$/, '') : name
}

/** In OpenMetrics bucket bounds are formatted as floats. */
function formatBound(bound: number): string {
  const text = formatNumber(bound)
  return /^-?\d+$/.test(text) ? `${text}.0` : text
}

function block(family: MetricFamily, name: string, bound: (le: number) => string): string {
  const head = `# HELP ${name} ${escapeText(family.help)}\n# TYPE ${name} ${family.type}\n`
  const lines =
    family.type === 'histogram'
      ? histogramLines(family, bound)
      : family.samples.map(({ labels, value }) => line(family.name, labels, value))
  return head + lines.map((one) => `${one}\n`).join('')
}

function histogramLines({ name, samples }: HistogramFamily, bound: (le: number) => string): readonly string[] {
  return samples.flatMap(({ labels, buckets, sum, count }) => [
    ...buckets.map((bucket) => line(`${name}_bucket`, { ...labels, le: bound(bucket.le) }, bucket.count)),
    line(`${name}_sum`, labels, sum),
    line(`${name}_count`, labels, count),
  ])
}

function line(name: string, labels: MetricLabels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeText(text).replaceAll('"', '\\"')}"`)
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join()}}`} ${formatNumber(value)}`
}

function escapeText(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}
