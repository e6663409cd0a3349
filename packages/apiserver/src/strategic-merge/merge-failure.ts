/** The errors of strategic merge patches, in the server's words. */
import { goFormat, goTypeName } from '../go/go-value-text.ts'
import { badRequest, plainFailure } from '../status/failures.ts'
import { StatusError } from '../status/status.ts'
import type { PatchMap } from './directive.ts'

export function badFormat(of: 'primitive list' | 'retainKeys' | 'setElementOrder list'): StatusError {
  return badRequest(`invalid patch format of ${of}`)
}

/** @param expected the Go type name */
export function badType(expected: string, value: unknown): StatusError {
  return plainFailure(`expected a ${expected}, but received a ${goTypeName(value)}`)
}

export function noMergeKey(map: PatchMap, key: string): StatusError {
  return plainFailure(`map: ${goFormat(map)} does not contain declared merge key: ${key}`)
}

export function unknownDirection(direction: unknown, map: PatchMap): StatusError {
  const shown = typeof direction === 'string' ? direction : `%!s(${goTypeName(direction)}=${goFormat(direction)})`
  return plainFailure(`unknown patch type: ${shown} in map: ${goFormat(map)}`)
}

export function listOfLists(): StatusError {
  return new StatusError(422, 'Invalid', 'the server rejected our request due to an error in our request', {})
}
