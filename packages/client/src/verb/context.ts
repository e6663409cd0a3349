/** What all verbs of one client share. */
import type { Clock, Random } from '@kubewright/core'
import { toMs } from '@kubewright/core'
import type { Caller, SendOptions } from '../call/caller.ts'
import type { CallOptions, ReadOptions } from './options.ts'

export interface VerbContext {
  readonly caller: Caller
  readonly clock: Clock
  readonly random: Random
  /** For objects whose namespace is not given. */
  readonly namespace: string | undefined
  readonly fieldManager: string | undefined
  readonly omitManagedFields: boolean
}

export function sendOptions({ signal, timeout }: CallOptions): SendOptions {
  return { signal, timeoutMs: timeout === undefined ? undefined : toMs(timeout) }
}

export function omitsManagedFields(
  context: VerbContext,
  { omitManagedFields }: Pick<ReadOptions, 'omitManagedFields'>,
): boolean {
  return omitManagedFields ?? context.omitManagedFields
}
