/** The configuration of Telegraf. Pure; values that differ between pods are environment variables. */
import type { Monitoring } from './monitoring.ts'
import { monitoringTag, podTag } from './names.ts'

type Parts = Pick<Monitoring, 'spec'> & { readonly metadata: Pick<Monitoring['metadata'], 'name' | 'namespace'> }

/** The environment variable with the value of a label. */
export function labelVariable(place: number): string {
  return `LABEL_TAG_${place}`
}

export function telegrafConfig({ metadata, spec }: Parts): string {
  const { interval, sink, scrape, inputs } = spec
  const blocks = [
    table('[agent]', {
      interval,
      flush_interval: interval,
      // Buffers samples while InfluxDB is unreachable.
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
    // A user's dollar sign must not start a variable.
    ...Object.entries(tags).map(([tag, value]) => [tag.replaceAll('$', ''), value.replaceAll('$', '')] as const),
    ...labels,
    ['namespace', namespace ?? ''],
    [podTag, '${POD_NAME}'],
    [monitoringTag, monitoringName({ name, namespace })],
  ])
}

/** Identifies the samples of one Monitoring in a shared database. */
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

/** JSON strings are TOML strings, except for the one control character that JSON does not escape. */
function table(header: string, fields: Readonly<Record<string, Value>>): string {
  const text = (value: Value) => JSON.stringify(value).replaceAll('\u007F', String.raw`\u007F`)
  return [header, ...Object.entries(fields).map(([name, value]) => `  ${text(name)} = ${text(value)}`)].join('\n')
}
