/** The objects a cluster begins with. What is there already, from an earlier start, stays as it is. */
import { type Machinery, timestamp } from '../verbs/call.ts'
import { apiServices } from './api-services.ts'
import { type BootObject, ensureObject } from './boot-object.ts'
import { flowSchemas, priorityLevels } from './flow-control.ts'
import {
  clientAuthority,
  identityLease,
  namespaces,
  ownEndpoints,
  ownService,
  priorityClasses,
  serviceRange,
  tokenTracking,
} from './server-objects.ts'

export interface BootOptions {
  /** Where the server is found. */
  readonly host: string
  readonly port: number
  /** The name of its machine. @default 'localhost' */
  readonly hostname?: string
  /** PEM of the authority that signs the certificates of clients, if there is one. */
  readonly clientAuthority?: string
}

export async function ensureBootObjects(machinery: Machinery, options: BootOptions): Promise<void> {
  for (const object of bootObjects(machinery, options)) await ensureObject(machinery, object)
}

/** In an order in which nothing is missing what it refers to. */
function bootObjects({ clock, ids }: Machinery, options: BootOptions): readonly BootObject[] {
  const { host, port, hostname = 'localhost', clientAuthority: pem } = options
  const nowMs = clock.now()
  const time = timestamp(nowMs)
  return [
    ...namespaces(),
    ...priorityLevels(),
    ...flowSchemas(time),
    ...apiServices(),
    ...priorityClasses(),
    serviceRange(time),
    ...(pem === undefined ? [] : [clientAuthority(pem)]),
    tokenTracking(time),
    identityLease({ host, port, hostname, uid: ids.uuid(), nowMs }),
    ownService(port),
    ...ownEndpoints(host, port),
  ]
}
