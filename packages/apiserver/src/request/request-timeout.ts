/**
 * `timeout=30s`: how long the caller is willing to wait. Only webhooks take that long here, and each has a time of its own, so
 * nobody is answered sooner for it; but what cannot be understood is refused before anything else is looked at, as the server does.
 */
import { goQuote } from '../codec/go-quote.ts'
import { badRequest } from '../status/failures.ts'
import type { ServerRequest } from './exchange.ts'

/** Failure: a 400. */
export function checkTimeout({ query }: Pick<ServerRequest, 'query'>): void {
  const text = query.get('timeout') ?? ''
  const problem = text === '' ? undefined : durationProblem(text)
  if (problem === undefined) return
  throw badRequest(`invalid timeout specified in the request URL - time: ${problem} ${goQuote(text)}`)
}

const units: ReadonlySet<string> = new Set(['ns', 'us', 'µs', 'μs', 'ms', 's', 'm', 'h'])

/** What is wrong with a duration, in Go's words; numbers with units, one after the other. */
function durationProblem(text: string): string | undefined {
  let rest = text.replace(/^[+-]/, '')
  if (rest === '0') return undefined
  if (rest === '') return 'invalid duration'
  while (rest !== '') {
    const [whole, number = '', unit = ''] = /^(\d*\.?\d*)([^\d.]*)/.exec(rest)!
    if (!/\d/.test(number)) return 'invalid duration'
    if (unit === '') return 'missing unit in duration'
    if (!units.has(unit)) return `unknown unit ${goQuote(unit)} in duration`
    rest = rest.slice(whole.length)
  }
  return undefined
}
