/** From the text of a successful answer to what it holds. */
import { isJsonObject, type JsonObject, type KubeObject } from '@kubewright/core'
import type { Answer } from '../call/answer.ts'
import { ApiError } from '../error/api-error.ts'
import { describeBody } from '../error/body-excerpt.ts'
import { describeOperation, type Operation } from '../error/operation.ts'
import { parseJson } from '../error/parse-json.ts'
import { isStatus } from '../error/server-status.ts'
import type { View } from './view.ts'

/**
 * The JSON object in an answer.
 *
 * Failure: `KW_CLIENT_ANSWER`. What was received is described but not quoted: it may be a Secret.
 */
export function readJson(answer: Answer, operation: Operation): JsonObject {
  const { status, text } = answer
  const json = parseJson(text)
  if (isJsonObject(json)) return json
  const why = `the server answered ${status} with ${describeBody(text)}`
  const next = 'Check what stands between this program and the API server.'
  throw new ApiError('KW_CLIENT_ANSWER', { what: describeOperation(operation), why, next }, operation, { status })
}

export function readObject<Object extends KubeObject>(
  answer: Answer,
  operation: Operation,
  view: View<Object>,
): Object {
  return view.toObject(readJson(answer, operation))
}

/** For verbs that some kinds answer with a bare "Success". */
export function readObjectIfAny<Object extends KubeObject>(
  answer: Answer,
  operation: Operation,
  view: View<Object>,
): Object | undefined {
  if (answer.bytes.length === 0) return undefined
  const json = readJson(answer, operation)
  return isStatus(json) ? undefined : view.toObject(json)
}
