/** The lifetime of a request, given as a scope or a signal. */
import { onAbort } from '@kubewright/core/tasks'
import type { RequestScope, TransportRequest } from './transport.ts'

type Scoped = Pick<TransportRequest, 'scope' | 'signal'>

export function scopeOf(request: Scoped): RequestScope | undefined {
  if (request.scope !== undefined) return request.scope
  const { signal } = request
  if (signal === undefined) return undefined
  return {
    get aborted() {
      return signal.aborted
    },
    get reason(): unknown {
      return signal.reason
    },
    onAbort: (run) => onAbort(signal, run),
  }
}

/** Failure: throws the abort reason if the request was aborted. */
export function assertWanted(request: Scoped): void {
  const { aborted, reason } = request.scope ?? request.signal ?? { aborted: false, reason: undefined }
  if (aborted) throw reason
}
