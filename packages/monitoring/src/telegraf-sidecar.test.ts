import { expect, it } from 'vitest'
import type { Monitoring } from './monitoring.ts'
import { telegrafAdditions, telegrafSidecar } from './telegraf-sidecar.ts'

const monitoring = (spec: object) =>
  ({
    metadata: { name: 'web', namespace: 'shop' },
    spec: {
      labelTags: [],
      envFrom: [],
      interval: '10s',
      sink: { url: 'http://influxdb:8086', database: 'shop' },
      ...spec,
    },
  }) as unknown as Monitoring

it('Telegraf gets the variables of envFrom, and the credentials of its sink last', () => {
  const envFrom = [{ prefix: 'DB_', secretRef: { name: 'db' } }, { configMapRef: { name: 'settings', optional: true } }]
  const sink = { url: 'http://influxdb:8086', database: 'shop', secretName: 'influx' }
  const { container } = telegrafAdditions(monitoring({ envFrom, sink }), 'telegraf:1')
  expect(container.envFrom).toEqual([...envFrom, { secretRef: { name: 'influx' } }])
})

it.each([
  ['image', 'telegraf:2', {}, true],
  ['labelTags', 'telegraf:1', { labelTags: ['app'] }, true],
  ['envFrom', 'telegraf:1', { envFrom: [{ secretRef: { name: 'db' } }] }, true],
  ['interval, which is in its ConfigMap', 'telegraf:1', { interval: '1m' }, false],
])('pods get a new Telegraf container only if its pod template changes: %s', (_, image, spec, changes) => {
  const before = telegrafSidecar('telegraf:1').shapedBy(monitoring({}))
  const after = telegrafSidecar(image).shapedBy(monitoring(spec))
  expect(JSON.stringify(after) !== JSON.stringify(before)).toBe(changes)
})
