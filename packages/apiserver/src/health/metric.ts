/** A metric in the text format of Prometheus. */

export interface Metric {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge'
  /** Labels as `labelText` writes them, each with its value. */
  readonly rows: readonly (readonly [labels: string, value: number])[]
}

export function metricText({ name, help, type, rows }: Metric): string {
  if (rows.length === 0) return ''
  const lines = rows.map(([labels, value]) => `${name}${labels} ${value}\n`)
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

export function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
