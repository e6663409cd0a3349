/**
 * Answers a ConversionReview: a conversion webhook without the HTTP server. Either all objects are converted, or the response
 * names those that cannot be; a missing object would break every list of the kind.
 */
import { isJsonObject, type JsonObject } from '@kubewright/core/json'
import { parseApiVersion } from '@kubewright/core/object'
import { nextTurn } from '@kubewright/core/time'
import type { FailedCall } from '../metrics/webhook-observer.ts'
import { failure } from '../review/review-status.ts'
import type { Conversion } from './conversion.ts'
import {
  type ConversionRequest,
  type ConversionReview,
  conversionReviewVersion,
  parseConversionReview,
} from './conversion-review.ts'
import { type Converted, convertOne } from './converted-object.ts'

/** Options of `reviewConversion`. */
export interface ReviewConversionOptions {
  /** Receives errors thrown by conversion functions. */
  readonly failed?: (error: unknown, call: FailedCall) => void
}

/** How many objects are converted before yielding to the event loop. */
const batch = 100
/** How many failures are listed in the message. */
const mostTold = 5

/** Failure: rejects with `KW_WEBHOOK_REVIEW` if `review` is not a review. Everything else is a response. */
export async function reviewConversion(
  conversions: Conversion | readonly Conversion[],
  review: unknown,
  { failed }: ReviewConversionOptions = {},
): Promise<ConversionReview> {
  const request = parseConversionReview(review)
  const known = [conversions].flat() as readonly Conversion[]
  const results: Converted[] = []
  for (const [index, object] of request.objects.entries()) {
    if (index > 0 && index % batch === 0) await nextTurn()
    results.push(convert(known, object, request.desiredApiVersion))
  }
  for (const [index, result] of results.entries()) {
    if ('thrown' in result) failed?.(result.thrown, callFor(known, request.objects[index]!, request.desiredApiVersion))
  }
  return answer(request, results)
}

function callFor(conversions: readonly Conversion[], object: JsonObject, desired: string): FailedCall {
  const { name = '' } = conversionFor(conversions, object, parseApiVersion(desired).group) ?? {}
  return { name, object: describe(object) }
}

function convert(conversions: readonly Conversion[], object: JsonObject, desired: string): Converted {
  const { group, version } = parseApiVersion(desired)
  const own = typeof object['apiVersion'] === 'string' ? parseApiVersion(object['apiVersion']).group : undefined
  const conversion = conversionFor(conversions, object, group)
  if (conversion === undefined || own !== group) return { why: `no conversion to ${desired} is served here` }
  return convertOne(conversion.kind, object, version)
}

function conversionFor(conversions: readonly Conversion[], object: JsonObject, group: string): Conversion | undefined {
  return conversions.find(({ kind }) => kind.group === group && kind.kind === object['kind'])
}

function answer(
  { uid, objects, desiredApiVersion }: ConversionRequest,
  results: readonly Converted[],
): ConversionReview {
  const failures = results.flatMap((result, index) =>
    'why' in result ? [`${describe(objects[index]!)}: ${result.why}`] : [],
  )
  const isDone = failures.length === 0
  return {
    apiVersion: conversionReviewVersion,
    kind: 'ConversionReview',
    response: {
      uid,
      result: isDone ? { status: 'Success' } : failure(500, summary(failures, objects.length, desiredApiVersion)),
      convertedObjects: isDone ? results.flatMap((result) => ('object' in result ? [result.object] : [])) : [],
    },
  }
}

function summary(failures: readonly string[], count: number, desired: string): string {
  const told = failures.slice(0, mostTold).join('; ')
  const more = failures.length > mostTold ? `; and ${failures.length - mostTold} more` : ''
  return `cannot convert ${failures.length} of ${count} objects to ${desired}: ${told}${more}`
}

/** `Disk default/a of disks.example.dev/v1beta1`. */
function describe(object: JsonObject): string {
  const metadata = isJsonObject(object['metadata']) ? object['metadata'] : {}
  const text = (value: unknown, otherwise: string) => (typeof value === 'string' && value !== '' ? value : otherwise)
  const name = text(metadata['name'], '(no name)')
  const namespace = text(metadata['namespace'], '')
  const place = namespace === '' ? name : `${namespace}/${name}`
  return `${text(object['kind'], 'an object')} ${place} of ${text(object['apiVersion'], 'no version')}`
}
