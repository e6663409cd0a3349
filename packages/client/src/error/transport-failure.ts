/** Wraps a transport error as a failure of the call. */
import { isKubewrightError } from '@kubewright/core'
import { adviseUncertain } from './advice.ts'
import { ApiError } from './api-error.ts'
import { describeOperation, type Operation } from './operation.ts'

/** Keeps the transport's code. A foreign error is a bug and is passed on unchanged. */
export function transportFailure(operation: Operation, error: unknown, attempts: number): unknown {
  if (!isKubewrightError(error) || error instanceof ApiError) return error
  const times = attempts > 1 ? `after ${attempts} attempts, ` : ''
  const why = `${times}${error.message.charAt(0).toLowerCase()}${error.message.slice(1)}`
  const next = error.code === 'KW_CLIENT_CONNECTION_LOST' ? adviseUncertain(operation) : undefined
  const fault = { what: describeOperation(operation), why, ...(next !== undefined && { next }) }
  return new ApiError(error.code, { ...fault, details: error.details, cause: error }, operation)
}
