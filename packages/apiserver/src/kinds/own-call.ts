/** Internal calls of the server to its own verbs, as a privileged user. */
import { apiServerUser, type User } from '../identity/user.ts'
import type { ServedKind } from './served-kind.ts'
import type { Verb } from '../request/request-info.ts'
import type { Call, Machinery } from './call.ts'

/** The object and the verb of an internal call. */
export interface OwnTarget {
  readonly verb: Verb
  readonly namespace: string
  readonly name: string
  readonly subresource?: string
  /** @default the server itself */
  readonly user?: User
}

export function ownCall(server: Machinery, kind: ServedKind, target: OwnTarget): Call {
  const { group, version, plural: resource } = kind
  const { subresource = '', user = apiServerUser, ...rest } = target
  return {
    server,
    kind,
    user,
    info: { isResource: true, group, version, resource, subresource, subpath: '', ...rest },
    request: {
      method: '',
      path: '',
      query: new URLSearchParams(),
      headers: {},
      repeatedHeaders: () => [],
      body: async () => Buffer.alloc(0),
      signal: new AbortController().signal,
    },
    warnings: new Set(),
    annotations: new Map(),
  }
}
