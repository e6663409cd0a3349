import { describe, expect, it } from 'vitest'
import { findAnswerProblem } from './answer-check.ts'

const status = (code: number, more = {}) =>
  JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Failure', message: 'no', code, ...more })
const check = (code: number, text: string, contentType = 'application/json') =>
  findAnswerProblem('GET', { status: code, contentType, text, isCut: false })

describe('findAnswerProblem', () => {
  it.each([
    { name: 'an object', code: 200, text: '{"kind":"Pod"}' },
    { name: 'a refusal with Status', code: 404, text: status(404) },
    { name: 'a watch stream', code: 200, text: '{"type":"ADDED"}\n{"type":"DELETED"}\n' },
  ])('accepts $name', ({ code, text }) => {
    expect(check(code, text)).toBeUndefined()
  })

  it.each([
    { name: 'a truncated body', code: 200, text: '{"kind":', problem: 'the body is no JSON' },
    { name: 'a refusal without Status', code: 400, text: '{}', problem: 'the refusal is no Status' },
    {
      name: 'a Status with another code',
      code: 400,
      text: status(422),
      problem: 'the Status has code 422, the answer 400',
    },
    {
      name: 'a Status without a message',
      code: 400,
      text: status(400, { message: 7 }),
      problem: 'the Status has no message',
    },
    { name: 'an invalid status code', code: 0, text: '', problem: 'the status is 0' },
  ])('reports $name', ({ code, text, problem }) => {
    expect(check(code, text)).toBe(problem)
  })
})
