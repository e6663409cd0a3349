import { expect, it } from 'vitest'
import { chosenMetrics, firstMetrics, formatMetric, isOf, metricTopic, stackTopics } from './stack-topics.ts'

it('a stack page subscribes to the backups and monitoring of its namespace', () => {
  expect(stackTopics(['shop.example.dev', 'v1', 'Shop', 'default', 'garden'])).toEqual([
    'stack:shop.example.dev/v1/Shop/default/garden',
    'backups:default',
    'restores:default',
    'monitorings:default',
  ])
  expect(stackTopics(['g', 'v1', 'Shop', '-', 'garden'])).toContain('backups')
})

it.each([
  [{ owners: ['1'], namespace: 'a' }, true],
  [{ owners: [], stack: 'garden', namespace: 'default' }, true],
  [{ owners: [], stack: 'garden', namespace: 'other' }, false],
  [{ owners: ['2'], namespace: 'default' }, false],
])('%o belongs to the stack: %s', (plan, expected) => {
  expect(isOf(plan, { uid: '1', name: 'garden', namespace: 'default' })).toBe(expected)
})

it('metrics in the URL survive format and parse, and invalid ones are ignored', () => {
  const metric = { measurement: 'a b/c', field: 'x&y' }
  const query = new URLSearchParams([
    ['metric', formatMetric(metric)],
    ['metric', 'nonsense'],
    ['metric', '%E0%A4%A x'],
  ])
  expect(chosenMetrics(query)).toEqual([metric, { measurement: '%E0%A4%A', field: 'x' }])
  expect(metricTopic({ namespace: 'shop', name: 'api' }, metric)).toBe('metric:shop/api/a%20b%2Fc/x%26y')
})

it('memory and CPU are charted first, and at most four metrics', () => {
  const names = ['zebra', 'process_resident_memory_bytes', 'go_threads', 'a', 'cpu_usage', 'b'].map((measurement) => ({
    measurement,
    field: 'gauge',
  }))
  expect(firstMetrics(names).map(({ measurement }) => measurement)).toEqual([
    'process_resident_memory_bytes',
    'cpu_usage',
    'zebra',
    'go_threads',
  ])
})
