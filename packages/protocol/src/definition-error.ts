/** The error for an inconsistent definition. */
import type { KubewrightError } from '@kubewright/core'
import { protocolErrors } from './errors.ts'

export function definitionError(what: string, why: string, next?: string): KubewrightError {
  return protocolErrors('KW_PROTOCOL_DEFINITION', { what, why, ...(next === undefined ? {} : { next }) })
}
