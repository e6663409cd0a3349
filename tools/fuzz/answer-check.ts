/** Invariants of every response, whatever the request. Pure. */
import { isJsonObject } from '@kubewright/core/json'

export interface HeardAnswer {
  readonly status: number
  readonly contentType: string
  /** The part received; a watch is cut off. */
  readonly text: string
  readonly isCut: boolean
}

/** @returns a sentence with the problem; nothing if there is none */
export function findAnswerProblem(method: string, answer: HeardAnswer): string | undefined {
  const { status, contentType, text, isCut } = answer
  if (!Number.isInteger(status) || status < 200 || status > 599) return `the status is ${status}`
  if (isCut || method === 'HEAD' || text === '') return undefined
  if (!contentType.startsWith('application/json')) return undefined
  const body = parsed(text)
  if (body === undefined && !contentType.includes('stream=watch') && !isStream(text)) return 'the body is no JSON'
  return status >= 400 && body !== undefined ? findStatusProblem(status, body) : undefined
}

function findStatusProblem(status: number, body: unknown): string | undefined {
  if (!isJsonObject(body)) return 'the refusal is no object'
  if (body['kind'] !== 'Status' || body['apiVersion'] !== 'v1') return 'the refusal is no Status'
  if (body['status'] !== 'Failure') return `the Status says ${JSON.stringify(body['status'])}`
  if (body['code'] !== status) return `the Status has code ${JSON.stringify(body['code'])}, the answer ${status}`
  if (typeof body['message'] !== 'string') return 'the Status has no message'
  return undefined
}

/** A watch that ended: one event a line. */
function isStream(text: string): boolean {
  return text
    .trimEnd()
    .split('\n')
    .every((line) => parsed(line) !== undefined)
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
