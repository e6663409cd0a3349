/** Shared by all verbs of one client. */
import type { Clock } from '@kubewright/core'
import type { Random } from '@kubewright/core/random'
import type { Caller, SendOptions } from '../call/caller.ts'
import { checkSignal, durationMs } from './check-options.ts'
import { assertViewed } from './given-options.ts'
import type { CallOptions, ReadOptions } from './options.ts'

export interface VerbContext {
  readonly caller: Caller
  readonly clock: Clock
  readonly random: Random
  /** The default namespace. */
  readonly namespace: string | undefined
  readonly fieldManager: string | undefined
  readonly omitManagedFields: boolean
  /** See `Transport.halfOpenAfterMs`. */
  readonly halfOpenAfterMs?: number | undefined
}

/** Failure: `KW_CLIENT_OPTION`, `KW_CORE_DURATION`. */
export function sendOptions(options: CallOptions): SendOptions {
  assertViewed(options)
  const { signal, timeout } = options
  return { signal: checkSignal(signal), timeoutMs: timeout === undefined ? undefined : durationMs('timeout', timeout) }
}

export function omitsManagedFields(
  context: VerbContext,
  options: Pick<ReadOptions, 'omitManagedFields'> | null | undefined,
): boolean {
  return options?.omitManagedFields ?? context.omitManagedFields
}
