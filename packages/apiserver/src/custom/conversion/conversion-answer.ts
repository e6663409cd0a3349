/** Parses and validates the response of a conversion webhook. */
import { getOwn, isJsonObject } from '@kubewright/core/json'
import { describeNotJson } from '../../codec/not-json.ts'
import { readTypeMeta } from '../../codec/type-meta.ts'
import { ValueProblem } from '../../go/value-problem.ts'
import { yamlToJson } from '../../codec/yaml-json.ts'

/** The response is unusable; the message is that of kube-apiserver. */
export class ReviewFailure extends Error {
  override readonly name = 'ReviewFailure'
}

interface Question {
  readonly uid: string
  readonly version: string
}

interface Review {
  readonly kind?: string
  readonly apiVersion?: string
  readonly response?: {
    readonly uid?: string
    readonly convertedObjects?: readonly unknown[] | null
    readonly result?: { readonly status?: string; readonly message?: string }
  } | null
}

/** Failure: a `ReviewFailure`. */
export async function convertedObjects(body: Buffer, { uid, version }: Question): Promise<readonly unknown[]> {
  const review = parse(await jsonOf(body.toString('utf8')))
  const [kind, apiVersion] = [textIn(review, 'kind'), textIn(review, 'apiVersion')]
  const { response } = review
  const expected = `apiextensions.k8s.io/${version}`
  // kube-apiserver does not validate the type and UID of v1beta1 reviews.
  const isStrict = version === 'v1'
  if (isStrict && (kind !== 'ConversionReview' || apiVersion !== expected)) {
    const shown = `${apiVersion.includes('/') ? '' : '/'}${apiVersion}, Kind=${kind}`
    throw new ReviewFailure(`expected webhook response of ${expected}, Kind=ConversionReview, got ${shown}`)
  }
  if (response === undefined || response === null) throw new ReviewFailure('no response provided')
  if (!isJsonObject(response)) throw mismatch(response, 'ConversionReview.response', 'v1.ConversionResponse')
  const answered = textIn(response, 'uid')
  const { result, convertedObjects: objects } = response as NonNullable<Review['response']>
  if (isStrict && answered !== uid) {
    throw new ReviewFailure(`expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(answered)}`)
  }
  const [status, message] = [textIn(result, 'status'), textIn(result, 'message')]
  if (status !== 'Success') {
    throw new ReviewFailure(message === '' ? `response.result.status was '${status}', not 'Success'` : message)
  }
  if (objects !== undefined && objects !== null && !Array.isArray(objects))
    throw mismatch(objects, 'ConversionResponse.response.convertedObjects', '[]runtime.RawExtension')
  return objects ?? []
}

/** A string field of an unvalidated value; empty if it is not a string. */
function textIn(value: unknown, field: string): string {
  const text = isJsonObject(value) ? getOwn(value, field) : undefined
  return typeof text === 'string' ? text : ''
}

function mismatch(value: unknown, field: string, type: string): ReviewFailure {
  const found = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value
  return new ReviewFailure(`json: cannot unmarshal ${found} into Go struct field ${field} of type ${type}`)
}

/** Responses may be YAML, as request bodies may be. */
async function jsonOf(text: string): Promise<string> {
  if (/^\s*\{/.test(text)) return text
  try {
    return (await yamlToJson(text)).json
  } catch (error) {
    if (error instanceof ValueProblem) throw unreadable(error.message)
    throw error
  }
}

function parse(json: string): Review {
  try {
    const review = JSON.parse(json) as Review
    const { problem } = readTypeMeta(json)
    if (problem === undefined) return review ?? {}
    throw unreadable(problem)
  } catch (error) {
    if (error instanceof ReviewFailure) throw error
    throw unreadable(describeNotJson(json))
  }
}

function unreadable(why: string): ReviewFailure {
  return new ReviewFailure(`couldn't get version/kind; json parse error: ${why}`)
}
