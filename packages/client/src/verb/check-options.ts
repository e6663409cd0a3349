/**
 * Validates options from untyped code or data before anything is sent. A server would treat some invalid ones as absent, and reject
 * others with a vague error.
 */
import { type Duration, toMs } from '@kubewright/core'
import { nearestName } from '@kubewright/core/input'
import { ApiError } from '../error/api-error.ts'
import { describeOperation } from '../error/operation.ts'
import { clientErrors } from '../errors.ts'
import type { ResourceOperation } from './locate.ts'

const leaveOut = 'Leave it out for the default.'

/** Failure: `KW_CLIENT_OPTION` for anything but an integer of at least `least`, or `undefined`. */
export function checkCount(
  name: string,
  value: number | undefined,
  least: 0 | 1,
  operation: ResourceOperation,
): number | undefined {
  if (value === undefined || (Number.isSafeInteger(value) && value >= least)) return value
  const wanted = least === 0 ? 'a whole number of zero or more' : 'a whole number above zero'
  throw refusal(operation, `the option ${name} is ${describeValue(value)}, not ${wanted}`, leaveOut)
}

/** Failure: `KW_CLIENT_OPTION` for anything but a string, or `undefined`. */
export function checkText(name: string, value: string | undefined, operation: ResourceOperation): string | undefined {
  if (value === undefined || typeof value === 'string') return value
  const next = 'Pass the string that the server returned: a number would lose digits.'
  throw refusal(operation, `the option ${name} is ${describeValue(value)}, not text`, next)
}

/** Failure: `KW_CLIENT_OPTION` for anything but one of `choices`, or `undefined`. */
export function checkChoice<Choice extends string>(
  name: string,
  value: Choice | undefined,
  choices: readonly Choice[],
  operation: ResourceOperation,
): Choice | undefined {
  if (value === undefined || choices.includes(value)) return value
  throw refusal(operation, `the option ${name} is ${describeValue(value)}`, `Pass one of ${choices.join(', ')}.`)
}

/**
 * For verbs that select objects: a misspelt selector would select all of them. Only names are compared, so that it costs nothing
 * beside a request.
 *
 * Failure: `KW_CLIENT_OPTION` for a key that is not an option.
 */
export function checkKeys(options: object, known: Readonly<Record<string, true>>, operation: ResourceOperation): void {
  for (const key in options) {
    if (known[key] === true || key === 'view' || key.startsWith('~')) continue
    if ((options as Readonly<Record<string, unknown>>)[key] === undefined) continue
    const names = Object.keys(known)
    const near = nearestName(key, names)
    const next = near === undefined ? `Pass ${names.join(', ')}.` : `Did you mean ${near}?`
    throw refusal(operation, `there is no option ${key}`, next)
  }
}

/** In milliseconds. Failure: `KW_CLIENT_OPTION` for zero; `KW_CORE_DURATION`. */
export function durationMs(name: string, value: Duration): number {
  const isDuration = typeof value === 'string' || typeof value === 'number'
  const ms = isDuration ? toMs(value) : 0
  if (ms > 0) return ms
  throw clientErrors('KW_CLIENT_OPTION', {
    what: `use the option ${name}`,
    why: `it is ${describeValue(value)}${isDuration ? ', and has to be longer than zero' : ''}`,
    next: "Pass a duration such as '30s'.",
    details: { option: name, value },
  })
}

/** Failure: `KW_CLIENT_OPTION`, most often for a controller passed instead of its signal. */
export function checkSignal(signal: AbortSignal | undefined): AbortSignal | undefined {
  if (signal === undefined || (typeof signal === 'object' && signal !== null && 'aborted' in signal)) return signal
  throw clientErrors('KW_CLIENT_OPTION', {
    what: 'use the option signal',
    why: `it is ${describeValue(signal)}, not an AbortSignal`,
    next: 'Pass the signal of a controller: { signal: controller.signal }.',
    details: { option: 'signal' },
  })
}

/** For messages: short, and without the content of objects, which may be secret. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'function') return 'a function'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

function refusal(operation: ResourceOperation, why: string, next: string): Error {
  return new ApiError('KW_CLIENT_OPTION', { what: describeOperation(operation), why, next }, operation)
}
