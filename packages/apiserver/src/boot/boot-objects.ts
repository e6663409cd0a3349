/** The initial objects of a cluster. Objects of an earlier start stay, except for the fields to renew. */
import { timestamp } from '../object/timestamp.ts'
import { apiServices } from './api-services.ts'
import { type BootObject, type BootParts, ensureObject } from './boot-object.ts'
import { flowSchemas, priorityLevels } from './flow-control.ts'
import { identityLease, type OwnAddress, ownEndpoints, ownService } from './own-objects.ts'
import { clientAuthority, namespaces, priorityClasses, serviceRange, tokenTracking } from './server-objects.ts'

export interface BootOptions extends OwnAddress {
  /** PEM of the authority that signs client certificates, if there is one. */
  readonly clientAuthority?: string
  /** Prefix length of the range of Service addresses. */
  readonly servicePrefix?: number | undefined
}

export function ensureBootObjects(parts: BootParts, options: BootOptions): void {
  for (const object of bootObjects(parts, options)) ensureObject(parts, object)
}

/** Ordered so that references point to earlier objects. */
function bootObjects({ clock, ids }: BootParts, options: BootOptions): readonly BootObject[] {
  const nowMs = clock.now()
  const time = timestamp(nowMs)
  return [
    ...namespaces(),
    ...priorityLevels(),
    ...flowSchemas(time),
    ...apiServices(time),
    ...priorityClasses(),
    serviceRange(time, options.servicePrefix),
    ...(options.clientAuthority === undefined ? [] : [clientAuthority(options.clientAuthority)]),
    tokenTracking(time),
    identityLease(options, { uid: ids.uuid(), nowMs }),
    ownService(options),
    ...ownEndpoints(options),
  ]
}
