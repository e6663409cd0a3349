import { describe, expect, it } from 'vitest'
import { findAnswerProblem } from './answer-check.ts'

const status = (code: number, more = {}) =>
  JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Failure', message: 'no', code, ...more })
const check = (code: number, text: string, contentType = 'application/json') =>
  findAnswerProblem('GET', { status: code, contentType, text, isCut: false })

describe('findAnswerProblem', () => {
  it.each([
    { name: 'an object', code: 200, text: '{"kind":"Pod"}' },
    { name: 'a refusal', code: 404, text: status(404) },
    { name: 'a watch', code: 200, text: '{"type":"ADDED"}\n{"type":"DELETED"}\n' },
  ])('is content with $name', ({ code, text }) => {
    expect(check(code, text)).toBeUndefined()
  })

  it.each([
    { name: 'half a body', code: 200, text: '{"kind":', problem: 'the body is no JSON' },
    { name: 'a refusal that is none', code: 400, text: '{}', problem: 'the refusal is no Status' },
    { name: 'another code', code: 400, text: status(422), problem: 'the Status has code 422, the answer 400' },
    { name: 'no message', code: 400, text: status(400, { message: 7 }), problem: 'the Status has no message' },
    { name: 'a status that is none', code: 0, text: '', problem: 'the status is 0' },
  ])('sees $name', ({ code, text, problem }) => {
    expect(check(code, text)).toBe(problem)
  })
})
