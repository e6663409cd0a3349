/**
 * The `timeout=30s` parameter. It is validated before everything else, as in kube-apiserver, but not enforced: only webhooks take
 * that long here, and they have timeouts of their own.
 */
import { goQuote } from '@kubewright/core/go'
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

/** The error of Go's `time.ParseDuration`, if any. */
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
