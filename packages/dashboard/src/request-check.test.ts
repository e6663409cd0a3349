import { describe, expect, it } from 'vitest'
import { refusalOf, type RequestHead } from './request-check.ts'

const own = '127.0.0.1:8790'
const head = (given: Partial<RequestHead>): RequestHead => ({
  method: 'GET',
  host: own,
  origin: undefined,
  site: undefined,
  contentType: undefined,
  ...given,
})
const json = { method: 'POST', contentType: 'application/json' }

describe('a request to the dashboard', () => {
  it.each([
    ['to 127.0.0.1', {}],
    ['to localhost', { host: 'localhost:8790' }],
    ['to the IPv6 loopback', { host: '[::1]:8790' }],
    ['through a forwarded port', { host: '127.0.0.1:9000' }],
    ['typed into the address bar', { site: 'none' }],
    ['from its own page', { ...json, origin: `http://${own}`, site: 'same-origin' }],
    ['from a program without Origin', json],
  ])('%s is accepted', (_, given) => {
    expect(refusalOf(head(given))).toBeUndefined()
  })

  it.each([
    ['with a Host of another domain (DNS rebinding)', { host: 'evil.example' }, 421],
    ['with a Host that starts like ours', { host: '127.0.0.1.evil.example:8790' }, 421],
    ['with a Host that ends like ours', { host: 'evil.example:80@127.0.0.1' }, 421],
    ['without a Host', { host: undefined }, 421],
    ['from another origin', { ...json, origin: 'http://evil.example' }, 403],
    ['from a page on another port', { ...json, origin: 'http://127.0.0.1:3000' }, 403],
    ['with the origin null', { ...json, origin: 'null' }, 403],
    ['with Sec-Fetch-Site cross-site', { site: 'cross-site' }, 403],
    ['with Sec-Fetch-Site same-site', { site: 'same-site' }, 403],
    ['with a form content type', { method: 'POST', contentType: 'application/x-www-form-urlencoded' }, 415],
    ['with a content type that only starts like JSON', { method: 'POST', contentType: 'application/jsonp' }, 415],
    ['with another method', { method: 'DELETE' }, 405],
  ])('%s is refused', (_, given, status) => {
    expect(refusalOf(head(given))?.status).toBe(status)
  })
})
