import type { EndpointSlice } from '@kubewright/kubernetes/discovery/v1'
import { expect, it } from 'vitest'
import { parseApiServer, publishedApiServer } from './api-access.ts'

it.each([
  { url: 'https://127.0.0.1:6443', host: '127.0.0.1', port: 6443 },
  { url: 'https://0.0.0.0:6443', host: '127.0.0.1', port: 6443 },
  { url: 'https://[::]:6443', host: '::1', port: 6443 },
  { url: 'https://api.example', host: 'api.example', port: 443 },
])('the API server URL $url is resolved to a reachable host and port', ({ url, host, port }) => {
  expect(parseApiServer(url)).toEqual({ host, port })
})

it.each(['', '127.0.0.1:6443', 'http://127.0.0.1', 'file:///etc'])('the API server URL %j is refused', (url) => {
  expect(() => parseApiServer(url)).toThrow(/KW_SIMULATION_API_SERVER|is not an https URL/)
})

it('the API server address is read from the EndpointSlice of the service kubernetes', () => {
  const slice = {
    metadata: { name: 'kubernetes', namespace: 'default', labels: { 'kubernetes.io/service-name': 'kubernetes' } },
    endpoints: [{ addresses: ['192.0.2.7'] }],
    ports: [{ name: 'https', port: 6443 }],
  } as unknown as EndpointSlice
  expect(publishedApiServer([slice])).toEqual({ host: '192.0.2.7', port: 6443 })
  expect(publishedApiServer([])).toBeUndefined()
  const elsewhere = { ...slice, metadata: { ...slice.metadata, namespace: 'web' } } as EndpointSlice
  expect(publishedApiServer([elsewhere])).toBeUndefined()
})
