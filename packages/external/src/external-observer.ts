/** Hears what external controllers do: for metrics, and for whoever wants to look on. */
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
  /** An object went from one state to another. */
  moved?(move: { readonly controller: string; readonly object: Ref; readonly from: State; readonly to: State }): void
  /** It is ready, so long after it last was not. */
  becameReady?(ready: { readonly controller: string; readonly object: Ref; readonly afterMs: number }): void
  /** What was as it should be is so no more, and nobody changed the object. */
  drifted?(drift: { readonly controller: string; readonly object: Ref }): void
}
