/** Parses successful responses. See decision 0053. */
import type { KubeObject } from '@kubewright/core'
import { isJsonObject, type JsonObject } from '@kubewright/core/json'
import type { Answer } from '../call/answer.ts'
import { ApiError } from '../error/api-error.ts'
import { describeBody } from '../error/body-excerpt.ts'
import { describeOperation, type Operation } from '../error/operation.ts'
import { parseJson } from '../error/parse-json.ts'
import { isStatus } from '../error/server-status.ts'
import type { View } from './view.ts'

/**
 * The JSON object in a response.
 *
 * Failure: `KW_CLIENT_ANSWER`. The body is described but not quoted: it may be a Secret.
 */
export function readJson(answer: Answer, operation: Operation): JsonObject {
  const { status, text } = answer
  const json = parseJson(text)
  if (isJsonObject(json)) return json
  throw unusable(operation, `the server answered ${status} with ${describeBody(text)}`, status)
}

/** Failure: `KW_CLIENT_ANSWER` if it is not a Kubernetes object. Only the fields common to all kinds are checked. */
export function readObject<Item extends KubeObject>(answer: Answer, operation: Operation, view: View<Item>): Item {
  const json = readJson(answer, operation)
  if (isStatus(json) || !isJsonObject(json.metadata)) throw notAnObject(json, operation, answer.status)
  return view.toObject(json)
}

/**
 * For verbs that some kinds answer with a bare "Success".
 *
 * @param hearUid receives the uid of the object the success is about, if the server sends it
 */
export function readObjectIfAny<Item extends KubeObject>(
  answer: Answer,
  operation: Operation,
  view: View<Item>,
  hearUid?: (uid: string) => void,
): Item | undefined {
  if (answer.bytes.length === 0) return undefined
  const json = readJson(answer, operation)
  if (isStatus(json) && json.status !== 'Failure') {
    if (isJsonObject(json.details) && typeof json.details.uid === 'string') hearUid?.(json.details.uid)
    return undefined
  }
  if (isStatus(json) || !isJsonObject(json.metadata)) throw notAnObject(json, operation, answer.status)
  return view.toObject(json)
}

function notAnObject(json: JsonObject, operation: Operation, status: number): Error {
  const kind = typeof json.kind === 'string' ? `a ${json.kind}` : 'JSON'
  const lack = isStatus(json) ? 'in place of the object' : 'that has no metadata'
  return unusable(operation, `the server answered ${status} with ${kind} ${lack}`, status)
}

/** The error for a successful response with an unexpected body. */
export function unusable(operation: Operation, why: string, status?: number): Error {
  const next = 'Check the proxies between this program and the API server.'
  return new ApiError('KW_CLIENT_ANSWER', { what: describeOperation(operation), why, next }, operation, { status })
}
