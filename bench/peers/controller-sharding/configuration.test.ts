import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { operatorConfiguration, sharderConfiguration } from './configuration.ts'

it('the API server calls the sharder on loopback, with the authority of its certificate', () => {
  const { webhook } = parse(sharderConfiguration({ folder: '/certificates', ca: 'PEM' }))
  expect(webhook).toEqual({
    server: { certDir: '/certificates' },
    config: { clientConfig: { url: 'https://127.0.0.1:9443', caBundle: 'UEVN' } },
  })
})

it('several processes on one machine have no address in common', () => {
  expect(parse(operatorConfiguration())).toMatchObject({
    kind: 'WebhostingOperatorConfig',
    health: { bindAddress: '0' },
    metrics: { bindAddress: '127.0.0.1:0' },
  })
})
