import type { WebhookServerOptions } from '@kubewright/webhook'
import { expect, it } from 'vitest'
import { webhooksAt } from './webhooks-at.ts'

const certificates = { secret: { name: 'shop-webhooks', namespace: 'shop' } }
const service = { name: 'shop', namespace: 'shop' }
const options: WebhookServerOptions = { serve: [], certificates, installation: { name: 'shop', service } }

it('webhooks of a process outside the cluster are installed with its URL, and removed on stop', () => {
  expect(webhooksAt('https://127.0.0.1:8443', options)).toEqual({
    serve: [],
    certificates,
    port: 8443,
    host: '127.0.0.1',
    installation: { name: 'shop', url: 'https://127.0.0.1:8443', removeOnStop: true },
  })
})

it('a public webhook URL does not determine the listening address', () => {
  const { installation, host, port } = webhooksAt('https://laptop.example.dev:443', options)
  expect({ url: installation?.url, host, port }).toEqual({
    url: 'https://laptop.example.dev:443',
    host: undefined,
    port: 443,
  })
})

it('webhooks that are installed by others only get another port and host', () => {
  const files: WebhookServerOptions = { serve: [], certificates: '/certificates' }
  expect(webhooksAt('https://127.0.0.1:1234', files)).toEqual({ ...files, port: 1234, host: '127.0.0.1' })
})
