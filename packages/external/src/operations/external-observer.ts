/** Observes external controllers, for metrics and diagnostics. */
import type { Ref } from '@kubewright/core'
import type { State } from '../decision/state.ts'

/** The kinds of calls to an external API, as metrics name them. */
export const externalVerbs = ['verify', 'create', 'update', 'delete'] as const
/** The operation that a call to an external API belongs to. */
export type ExternalVerb = (typeof externalVerbs)[number]

/** The results of calls to an external API, as metrics name them. */
export const callResults = ['ok', 'failed', 'refused', 'throttled', 'timeout'] as const
/** The result of a call as counted in metrics; `refused` means that the API rejected it and nothing was done. */
export type CallResult = (typeof callResults)[number]

/** A finished call to an external API, as reported to an `ExternalObserver`. */
export interface ObservedCall {
  readonly controller: string
  readonly object: Ref
  readonly verb: ExternalVerb
  readonly result: CallResult
  readonly durationMs: number
}

/** Callbacks for the calls and state changes of external controllers, for metrics and diagnostics. */
export interface ExternalObserver {
  called?(call: ObservedCall): void
  /** An object changed its state. */
  moved?(move: { readonly controller: string; readonly object: Ref; readonly from: State; readonly to: State }): void
  /** It became ready, with the time since it was last not ready. */
  becameReady?(ready: { readonly controller: string; readonly object: Ref; readonly afterMs: number }): void
  /** The resource is no longer as desired, although the object has not changed. */
  drifted?(drift: { readonly controller: string; readonly object: Ref }): void
}
