/** The name under which the server records the ownership of fields. */
import { ApiError } from '../error/api-error.ts'
import { describeOperation, type Operation } from '../error/operation.ts'
import { describeValue } from './check-options.ts'

const longest = 128

/** Failure: `KW_CLIENT_FIELD_MANAGER` if it is missing or invalid. */
export function requireFieldManager(fieldManager: string | undefined, operation: Operation): string {
  if (fieldManager === undefined || fieldManager === '') {
    throw refusal(operation, 'apply needs a field manager, and none is set')
  }
  return checkFieldManager(fieldManager, operation)
}

export function checkFieldManager<Name extends string | undefined>(fieldManager: Name, operation: Operation): Name {
  if (fieldManager === undefined) return fieldManager
  if (typeof fieldManager !== 'string')
    throw refusal(operation, `the field manager is ${describeValue(fieldManager)}, not text`)
  if (Buffer.byteLength(fieldManager) > longest)
    throw refusal(operation, `the field manager has more than ${longest} bytes`)
  if (!/^[\x20-\x7e\u00a1-\ud7ff\ue000-\u{10ffff}]*$/u.test(fieldManager))
    throw refusal(operation, 'the field manager has characters that cannot be printed')
  return fieldManager
}

function refusal(operation: Operation, why: string): Error {
  const next = "Name the program, once for the client: createClient(…, { fieldManager: 'website-operator' })."
  return new ApiError('KW_CLIENT_FIELD_MANAGER', { what: describeOperation(operation), why, next }, operation)
}
