import { describe, expect, it } from 'vitest'
import { readAnswer } from './rest-answer.ts'

const read = (status: number, text: string, contentType = '') =>
  readAnswer({ status, body: Buffer.from(text), contentType }).toString()

/** Messages of kube-apiserver 1.36.4. */
describe('readAnswer', () => {
  it.each([200, 201, 202, 206])('returns the body of status %i', (status) => {
    expect(read(status, '{}')).toBe('{}')
  })

  it.each([
    [200, '', 'application/json', '0-length response with status code: 200 and content type: application/json'],
    [204, '', '', '0-length response with status code: 204 and content type: application/json'],
    [302, '', '', 'the server responded with the status code 302 but did not return more information'],
    [400, 'x', '', 'the server rejected our request for an unknown reason'],
    [403, ' why \n', 'text/plain', 'why'],
    [403, '{}', 'application/json', 'unknown'],
    [406, '', '', 'the server was unable to respond with a content type that the client supports'],
    [500, 'kaboom\n', '', 'an error on the server ("kaboom") has prevented the request from succeeding'],
    [
      500,
      '{"oops":1}',
      'application/json',
      'an error on the server ("unknown") has prevented the request from succeeding',
    ],
    [500, '{"kind":"Status","apiVersion":"v1","status":"Failure","message":"says no"}', 'application/json', 'says no'],
    [500, '{"status":"Failure","message":"says no"}', 'application/json', 'says no'],
    [
      500,
      '{"status":"Success","message":"says yes"}',
      'text/plain',
      'an error on the server ("{\\"status\\":\\"Success\\",\\"message\\":\\"says yes\\"}") has prevented the request from succeeding',
    ],
  ])('fails for status %i with body %j of type %j', (status, text, contentType, message) => {
    expect(() => read(status, text, contentType)).toThrow(new Error(message))
  })

  it('truncates a long body in the message', () => {
    expect(() => read(500, 'x'.repeat(5_000))).toThrow(new RegExp(`^an error on the server \\("x{2048}"\\)`))
  })
})
