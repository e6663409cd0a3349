import { describe, expect, it } from 'vitest'
import { targetOf } from './webhook-target.ts'

describe('targetOf', () => {
  it.each([
    ['https://hook.example', 'https://hook.example/?timeout=1s', { host: 'hook.example', port: 443 }],
    [
      'https://hook.example:8443/a//b/',
      'https://hook.example:8443/a/b?timeout=1s',
      { host: 'hook.example', port: 8443 },
    ],
    ['https://[::1]:1/x', 'https://[::1]:1/x?timeout=1s', { host: '::1', port: 1 }],
    ['https://hook.example/a%20b?c=d#e', 'https://hook.example/a%20b?timeout=1s', { host: 'hook.example', port: 443 }],
  ])('parses %s', (url, shown, dial) => {
    expect(targetOf({ url }, { timeout: '1s' })).toMatchObject({ url: shown, dial, serverName: dial.host })
  })

  it('uses the cluster-internal host name of a service', () => {
    expect(targetOf({ service: { namespace: 'web', name: 'hook', path: '/x', port: 8443 } })).toEqual({
      url: 'https://hook.web.svc:8443/x',
      path: '/x',
      serverName: 'hook.web.svc',
      host: 'hook.web.svc:8443',
      dial: { host: 'hook.web.svc', port: 8443 },
    })
  })

  it.each([{}, { url: '' }, { url: 'http://plain.example' }, { url: 'https://' }])(
    'fails for the invalid address %j',
    (address) => {
      expect(() => targetOf(address)).toThrow(expect.objectContaining({ name: 'WebhookClientError' }))
    },
  )
})
