import { describe, expect, it } from 'vitest'
import { Monitoring } from './monitoring.ts'
import { telegrafConfig } from './telegraf-config.ts'
import { telegrafAdditions } from './telegraf-sidecar.ts'

const sink = { url: 'http://influxdb:8086', database: 'shop' }

function monitoring(spec: object = {}): Monitoring {
  const { apiVersion, kind } = { apiVersion: 'monitoring.kubewright.dev/v1alpha1', kind: 'Monitoring' }
  return Monitoring.parse({
    apiVersion,
    kind,
    metadata: { name: 'api', namespace: 'shop' },
    spec: { sink, ...spec },
  } as never) as Monitoring
}

describe('the Telegraf configuration', () => {
  it('scrapes the ports of the pod, and writes to the sink with the name of the pod', () => {
    expect(
      telegrafConfig(monitoring({ scrape: [{ port: 8080 }], labelTags: ['app'], tags: { zone: 'a' } })),
    ).toBe(`[agent]
  "interval" = "10s"
  "flush_interval" = "10s"
  "metric_buffer_limit" = 50000
  "omit_hostname" = true

[global_tags]
  "zone" = "a"
  "app" = "\${LABEL_TAG_0}"
  "namespace" = "shop"
  "pod" = "\${POD_NAME}"
  "monitoring" = "shop.api"

[[outputs.influxdb]]
  "urls" = ["\${INFLUX_URL}"]
  "database" = "shop"
  "timeout" = "5s"

[[inputs.prometheus]]
  "urls" = ["http://\${POD_IP}:8080/metrics"]
  "metric_version" = 1
  "timeout" = "5s"
`)
  })

  it('escapes values, so that they neither end a string nor refer to a variable', () => {
    const text = telegrafConfig(monitoring({ tags: { zone: 'a"\n[[inputs.exec]]', secret: '${AGENT_TOKEN}' } }))
    expect(text).toContain(String.raw`"zone" = "a\"\n[[inputs.exec]]"`)
    expect(text).toContain('"secret" = "{AGENT_TOKEN}"')
  })

  it('has credentials only if the sink has a Secret', () => {
    const secured = monitoring({ sink: { ...sink, secretName: 'influx' } })
    expect(telegrafConfig(secured)).toContain('"username" = "${INFLUX_USERNAME}"')
    expect(telegrafAdditions(secured, 'telegraf:1').container.envFrom).toEqual([{ secretRef: { name: 'influx' } }])
  })
})

describe('a Monitoring object', () => {
  it.each([
    [{ sink: { ...sink, url: 'http://influxdb:8086/"\n' } }],
    [{ scrape: [{ port: 8080, path: '/metrics"]' }] }],
    [{ interval: '10 seconds' }],
    [{ labelTags: ['a b'] }],
  ])('is refused with %j', (spec) => {
    expect(() => monitoring(spec)).toThrow(/KW_RESOURCE_INVALID|Invalid|invalid|match/)
  })
})
