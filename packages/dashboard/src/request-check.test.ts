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

describe('a request', () => {
  it.each([
    ['to this machine', {}],
    ['to localhost', { host: 'localhost:8790' }],
    ['to the loopback of IPv6', { host: '[::1]:8790' }],
    ['through a port that is forwarded', { host: '127.0.0.1:9000' }],
    ['that a person typed', { site: 'none' }],
    ['of its own page', { ...json, origin: `http://${own}`, site: 'same-origin' }],
    ['of a program, which says no origin', json],
  ])('%s is answered', (_, given) => {
    expect(refusalOf(head(given))).toBeUndefined()
  })

  it.each([
    ['under a name that was made to point here', { host: 'evil.example' }, 421],
    ['under a name that begins like ours', { host: '127.0.0.1.evil.example:8790' }, 421],
    ['under a name that ends like ours', { host: 'evil.example:80@127.0.0.1' }, 421],
    ['without a name', { host: undefined }, 421],
    ['of another page', { ...json, origin: 'http://evil.example' }, 403],
    ['of a page on another port', { ...json, origin: 'http://127.0.0.1:3000' }, 403],
    ['of a page that hides where it is from', { ...json, origin: 'null' }, 403],
    ['that a browser calls cross-site', { site: 'cross-site' }, 403],
    ['that a browser calls same-site', { site: 'same-site' }, 403],
    ['of a form', { method: 'POST', contentType: 'application/x-www-form-urlencoded' }, 415],
    ['with a type that only begins like JSON', { method: 'POST', contentType: 'application/jsonp' }, 415],
    ['by another method', { method: 'DELETE' }, 405],
  ])('%s is refused', (_, given, status) => {
    expect(refusalOf(head(given))?.status).toBe(status)
  })
})
