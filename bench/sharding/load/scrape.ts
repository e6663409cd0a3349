/** Reads a histogram from the `/metrics` of a process. */
import type { Buckets } from './latency-histogram.ts'

/** The sum of all series of the metric with these labels. */
export function readHistogram(text: string, name: string, labels: Readonly<Record<string, string>>): Buckets {
  const byBound = new Map<number, number>()
  for (const line of text.split('\n')) {
    if (!line.startsWith(`${name}_bucket{`)) continue
    const [, set = '', value = ''] = /^[^{]+\{(.*)\} (\S+)/.exec(line) ?? []
    const found = new Map([...set.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, text]) => [key!, text!]))
    if (!Object.entries(labels).every(([key, wanted]) => found.get(key) === wanted)) continue
    const le = found.get('le') === '+Inf' ? Number.POSITIVE_INFINITY : Number(found.get('le'))
    byBound.set(le, (byBound.get(le) ?? 0) + Number(value))
  }
  const buckets = [...byBound].sort(([one], [two]) => one - two).map(([le, count]) => ({ le, count }))
  return { buckets, count: buckets.at(-1)?.count ?? 0 }
}

/** The queue durations of the process with these metrics. Failure: rejects if it does not answer. */
export async function scrapeQueue(url: string): Promise<Buckets> {
  const response = await fetch(new URL('/metrics', url))
  return readHistogram(await response.text(), 'workqueue_queue_duration_seconds', { name: 'websites' })
}
