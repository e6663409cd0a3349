/** The topics of one stack. Pure. */
import { noNamespace } from '../route.ts'

/** @param parts group, version, kind, namespace and name of the stack */
export function stackTopics(parts: readonly string[]): readonly string[] {
  const [, , , namespace = noNamespace] = parts
  const around = namespace === noNamespace ? '' : `:${namespace}`
  return [`stack:${parts.join('/')}`, `backups${around}`, `restores${around}`, `monitorings${around}`]
}

/** Whether an object belongs to a stack: by owner reference or by label. */
export function isOf(
  { stack, owners, namespace }: { stack?: string; owners: readonly string[]; namespace: string },
  { uid, name, namespace: home }: { uid: string; name: string; namespace?: string },
): boolean {
  return owners.includes(uid) || (stack === name && (home === undefined || home === namespace))
}

const mostCharts = 6

/** Metrics to show first. */
const preferred = [
  /memory.*(resident|bytes|usage)|resident_memory/,
  /cpu.*(usage|seconds|percent)|usage_(user|active)/,
  /requests?_total/,
  /latency|duration/,
  /bytes/,
]

export interface NamedMetric {
  readonly measurement: string
  readonly field: string
}

/** The metrics drawn by default. */
export function firstMetrics(names: readonly NamedMetric[]): readonly NamedMetric[] {
  const rank = ({ measurement, field }: NamedMetric) => {
    const place = preferred.findIndex((one) => one.test(`${measurement} ${field}`))
    return place === -1 ? preferred.length : place
  }
  const sorted = names.map((one, place) => ({ one, rank: rank(one), place }))
  return sorted
    .sort((a, b) => a.rank - b.rank || a.place - b.place)
    .slice(0, 4)
    .map(({ one }) => one)
}

/** The metrics in the address of the page: `measurement field`, each percent-encoded. */
export function chosenMetrics(query: URLSearchParams): readonly NamedMetric[] {
  return query
    .getAll('metric')
    .slice(0, mostCharts)
    .flatMap((text) => {
      const [measurement, field, ...more] = text.split(' ')
      if (!measurement || !field || more.length > 0) return []
      return [{ measurement: decoded(measurement), field: decoded(field) }]
    })
}

export function formatMetric({ measurement, field }: NamedMetric): string {
  return `${encodeURIComponent(measurement)} ${encodeURIComponent(field)}`
}

export function metricTopic(monitoring: { namespace: string; name: string }, metric: NamedMetric): string {
  const parts = [monitoring.namespace, monitoring.name, metric.measurement, metric.field]
  return `metric:${parts.map(encodeURIComponent).join('/')}`
}

export function namesTopic({ namespace, name }: { namespace: string; name: string }): string {
  return `metric-names:${[namespace, name].map(encodeURIComponent).join('/')}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
