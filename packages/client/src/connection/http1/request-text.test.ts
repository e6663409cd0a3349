import { describe, expect, it } from 'vitest'
import { headOf } from './request-text.ts'

const request = { method: 'GET', path: '/api', headers: [] }

describe('the head of a request', () => {
  it('has the host, the headers, and the bytes of the body', () => {
    const body = '{"name":"Zoë"}'
    const headers = ['accept', 'application/json', 'x-latin', 'é\t']
    expect(headOf({ method: 'POST', path: '/api?a=b%20c', headers, body }, '[::1]:6443')).toBe(
      'POST /api?a=b%20c HTTP/1.1\r\nhost: [::1]:6443\r\nconnection: keep-alive\r\n' +
        'accept: application/json\r\nx-latin: é\t\r\ncontent-length: 15\r\n\r\n',
    )
  })

  it.each([
    { method: 'GET', hasLength: false },
    { method: 'DELETE', hasLength: false },
    { method: 'PUT', hasLength: true },
  ])('without a body says so for $method: $hasLength', ({ method, hasLength }) => {
    expect(headOf({ ...request, method }, 'a').includes('content-length: 0\r\n')).toBe(hasLength)
  })

  it.each([
    { name: 'a space in the path', path: '/a b' },
    { name: 'a line break in the path', path: '/a\r\nx: y' },
    { name: 'a character beyond ASCII in the path', path: '/ä' },
    { name: 'a path without a slash', path: 'a' },
    { name: 'a method in small letters', method: 'get' },
    { name: 'a line break in a method', method: 'GET /\r\n' },
    { name: 'a line break in a value', headers: ['x', 'a\r\nb: c'] },
    { name: 'a lone line feed in a value', headers: ['x', 'a\nb'] },
    { name: 'a zero byte in a value', headers: ['x', '\0'] },
    { name: 'a character beyond Latin-1 in a value', headers: ['x', '€'] },
    { name: 'a space in a name', headers: ['x y', 'a'] },
    { name: 'an empty name', headers: ['', 'a'] },
    { name: 'a length of its own', headers: ['Content-Length', '3'] },
    { name: 'chunks of its own', headers: ['transfer-encoding', 'chunked'] },
    { name: 'another host', headers: ['Host', 'elsewhere'] },
    { name: 'a fragment in the path', path: '/a#b' },
    { name: 'a header without a value', headers: ['x'] },
    { name: 'a switch of protocols', headers: ['upgrade', 'websocket'] },
  ])('is refused with $name', ({ name: _, ...wrong }) => {
    expect(() => headOf({ ...request, ...wrong }, 'a')).toThrow(
      expect.objectContaining({ code: 'HTTP_REQUEST_INVALID' }),
    )
  })
})
