/** The configuration of Telegraf beside a pod. Pure; what differs from pod to pod is in variables. */
import type { Monitoring } from './monitoring.ts'
import { monitoringTag, podTag } from './names.ts'

type Parts = Pick<Monitoring, 'spec'> & { readonly metadata: Pick<Monitoring['metadata'], 'name' | 'namespace'> }

/** The variable with the value of a label. */
export function labelVariable(place: number): string {
  return `LABEL_TAG_${place}`
}

export function telegrafConfig({ metadata, spec }: Parts): string {
  const { interval, sink, scrape, inputs } = spec
  const blocks = [
    table('[agent]', {
      interval,
      flush_interval: interval,
      // Samples wait here while InfluxDB is away.
      metric_buffer_limit: 50_000,
      omit_hostname: true,
    }),
    table('[global_tags]', tagsOf(metadata, spec)),
    table('[[outputs.influxdb]]', {
      urls: ['${INFLUX_URL}'],
      database: sink.database,
      timeout: '5s',
      ...(sink.secretName === undefined ? {} : { username: '${INFLUX_USERNAME}', password: '${INFLUX_PASSWORD}' }),
    }),
    ...scrape.map(({ port, path }) =>
      table('[[inputs.prometheus]]', { urls: [`http://\${POD_IP}:${port}${path}`], metric_version: 1, timeout: '5s' }),
    ),
    inputs,
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

function tagsOf(
  { name, namespace }: Parts['metadata'],
  { tags, labelTags }: Monitoring['spec'],
): Record<string, string> {
  const labels = labelTags.map((label, place) => [label, `\${${labelVariable(place)}}`] as const)
  return Object.fromEntries([
    // A dollar sign of a user is not the start of a variable.
    ...Object.entries(tags).map(([tag, value]) => [tag.replaceAll('$', ''), value.replaceAll('$', '')] as const),
    ...labels,
    ['namespace', namespace ?? ''],
    [podTag, '${POD_NAME}'],
    [monitoringTag, monitoringName({ name, namespace })],
  ])
}

/** Tells the samples of one Monitoring from those of others in the same database. */
export function monitoringName({
  name,
  namespace,
}: {
  readonly name: string
  readonly namespace?: string | undefined
}): string {
  return `${namespace}.${name}`
}

type Value = string | number | boolean | readonly string[]

/** Strings of JSON are strings of TOML, but for the one control character that JSON leaves alone. */
function table(header: string, fields: Readonly<Record<string, Value>>): string {
  const text = (value: Value) => JSON.stringify(value).replaceAll('\u007F', String.raw`\u007F`)
  return [header, ...Object.entries(fields).map(([name, value]) => `  ${text(name)} = ${text(value)}`)].join('\n')
}
