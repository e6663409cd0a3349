/** Validates safety options of writes. An invalid one is refused, never treated as absent: a misread `dryRun` would be a real write. */
import { ApiError } from '../error/api-error.ts'
import { describeOperation } from '../error/operation.ts'
import { describeValue } from './check-options.ts'
import type { ResourceOperation } from './locate.ts'

/** Failure: `KW_CLIENT_OPTION` for anything but a boolean or `undefined`, including `'All'`, `null` and `1`. */
export function checkFlag(
  name: 'dryRun' | 'force' | 'overwrite' | 'sendInitialEvents',
  value: unknown,
  operation: ResourceOperation,
): boolean {
  if (value === undefined) return false
  if (typeof value === 'boolean') return value
  throw refusal(
    operation,
    `the option ${name} is ${describeValue(value)}, not true or false`,
    `Pass { ${name}: true }.`,
  )
}

const preconditionNames: readonly string[] = ['uid', 'resourceVersion']

/** Failure: `KW_CLIENT_OPTION` for a precondition without a value, which a server would ignore. */
export function checkPreconditions<Preconditions>(value: Preconditions, operation: ResourceOperation): Preconditions {
  if (value === undefined) return value
  const next = 'Pass { uid } or { resourceVersion } of the object you read, or leave preconditions out.'
  if (typeof value !== 'object' || value === null) {
    throw refusal(operation, `the option preconditions is ${describeValue(value)}`, next)
  }
  const entries = Object.entries(value)
  if (entries.length === 0) throw refusal(operation, 'the option preconditions is empty', next)
  for (const [name, text] of entries) {
    if (!preconditionNames.includes(name)) throw refusal(operation, `the precondition ${name} is unknown`, next)
    if (typeof text === 'string' && text !== '') continue
    throw refusal(operation, `the precondition ${name} is ${describeValue(text)}`, next)
  }
  return value
}

function refusal(operation: ResourceOperation, why: string, next: string): Error {
  return new ApiError('KW_CLIENT_OPTION', { what: describeOperation(operation), why, next }, operation)
}
