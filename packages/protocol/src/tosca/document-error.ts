/** The error for an unreadable document. */
import type { KubewrightError } from '@kubewright/core'
import { protocolErrors } from '../errors.ts'
import { harmless, shown } from '../name.ts'

export function documentError(place: string, why: string, next?: string, cause?: unknown): KubewrightError {
  return protocolErrors('KW_PROTOCOL_DOCUMENT', {
    what: `read ${/^[\w./ -]{1,200}$/u.test(place) ? place : shown(place)}`,
    why: harmless(why),
    details: { place, why },
    ...(next === undefined ? {} : { next }),
    ...(cause === undefined ? {} : { cause }),
  })
}
