/** Observes external controllers, for metrics and diagnostics. */
import type { Ref } from '@kubewright/core'
import type { State } from './state.ts'

export const externalVerbs = ['verify', 'create', 'update', 'delete'] as const
export type ExternalVerb = (typeof externalVerbs)[number]

export const callResults = ['ok', 'failed', 'refused', 'throttled', 'timeout'] as const
export type CallResult = (typeof callResults)[number]

export interface ObservedCall {
  readonly controller: string
  readonly object: Ref
  readonly verb: ExternalVerb
  readonly result: CallResult
  readonly durationMs: number
}

export interface ExternalObserver {
  called?(call: ObservedCall): void
  /** An object changed its state. */
  moved?(move: { readonly controller: string; readonly object: Ref; readonly from: State; readonly to: State }): void
  /** It became ready, with the time since it was last not ready. */
  becameReady?(ready: { readonly controller: string; readonly object: Ref; readonly afterMs: number }): void
  /** The resource is no longer as desired, although the object has not changed. */
  drifted?(drift: { readonly controller: string; readonly object: Ref }): void
}
