import { type Duration, toMs } from '@kubewright/core'
import { assertOption } from './errors.ts'

/** The value of the duration option `name`, in milliseconds. Failure: `KW_QUEUE_OPTION`, `KW_CORE_DURATION`. */
export function durationMs(name: string, value: Duration): number {
  assertOption(name, value, typeof value === 'string' || typeof value === 'number', "a duration such as '30s'")
  return toMs(value)
}
