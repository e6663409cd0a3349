import { describe, expect, it } from 'vitest'
import { assertServerAddress } from './server-address.ts'

const check = (server: unknown, allowsHttpLoopback = false) => assertServerAddress(server, { allowsHttpLoopback })
const refusal = (message: string) =>
  expect.objectContaining({ code: 'KW_REPLICATION_SERVER', message: expect.stringContaining(message) })

describe('the server URL of a peer', () => {
  it.each([
    'https://berlin.example.dev:6443',
    'https://[2001:db8::1]:6443',
    'https://proxy.example.dev/clusters/berlin',
  ])('may be %s', (server) => expect(() => check(server)).not.toThrow())

  it.each([
    ['http://berlin.example.dev:6443', 'would be sent unencrypted'],
    ['HTTP://berlin.example.dev', 'would be sent unencrypted'],
    ['http://127.0.0.1:8080', 'allowsHttpLoopback'],
    ['ftp://berlin.example.dev', 'its protocol is ftp:'],
    ['berlin.example.dev:6443', 'its protocol is'],
    ['https://berlin.example.dev?token=x', 'a query'],
    ['berlin', 'not a URL'],
    ['', 'not a URL'],
    ['https://berlin.example.dev\n', 'not a URL'],
    [undefined, 'not a URL'],
    [{ __proto__: null }, 'not a URL'],
  ])('may not be %j', (server, why) => expect(() => check(server)).toThrow(refusal(why)))

  it.each(['http://127.0.0.1:8080', 'http://127.1', 'http://localhost:6443', 'http://[::1]:8080'])(
    'may be %s if loopback HTTP is allowed',
    (server) => expect(() => check(server, true)).not.toThrow(),
  )

  it.each([
    'http://berlin.example.dev',
    'http://10.0.0.1',
    'http://localhost.example.dev',
    'http://127.0.0.1.example.dev',
  ])('may not be %s even then, because it is not loopback', (server) =>
    expect(() => check(server, true)).toThrow(refusal('unencrypted')),
  )

  it('with a password is refused without quoting it', () => {
    const tried = () => check('https://admin:hunter2@berlin.example.dev')
    expect(tried).toThrow(refusal('a user name or password'))
    expect(tried).not.toThrow(/hunter2/)
  })
})
