/** The configuration of a ring that can change at runtime: options of the replicas, overridden by a `ControllerRing`. Pure. */
import { toMs } from '@kubewright/core'
import { formatLabelSelector } from '@kubewright/core/selectors'
import { formatProblem } from '@kubewright/resource'
import { ControllerRing } from './controller-ring.ts'

export interface RingConfiguration {
  readonly drainWithinMs: number
  readonly reservedMs: number
  readonly namespaceSelector: string | undefined
  readonly concurrentMoves: number
  readonly syncEveryMs: number
}

/** The configuration from a spec, or a description of the problem. */
export type Configured = { readonly configuration: RingConfiguration } | { readonly problem: string }

export const shortestSyncMs = 1_000

/** The part of `options` that can change at runtime. */
export function configurationOf(options: RingConfiguration): RingConfiguration {
  const { drainWithinMs, reservedMs, syncEveryMs, concurrentMoves, namespaceSelector } = options
  return { drainWithinMs, reservedMs, syncEveryMs, concurrentMoves, namespaceSelector }
}

/** Validates the spec itself: an older CRD may be installed. */
export function configuredBy(base: RingConfiguration, given: unknown): Configured {
  const { object, problems } = ControllerRing.safeParse(given)
  if (object === undefined) return { problem: problems.map(formatProblem).join('; ') }
  const { drainWithin, reserveFor, syncEvery, concurrentMoves, namespaceSelector } = object.spec
  try {
    const configuration = {
      drainWithinMs: drainWithin === undefined ? base.drainWithinMs : toMs(drainWithin as never),
      reservedMs: reserveFor === undefined ? base.reservedMs : toMs(reserveFor as never),
      syncEveryMs: syncEvery === undefined ? base.syncEveryMs : toMs(syncEvery as never),
      concurrentMoves: concurrentMoves ?? base.concurrentMoves,
      namespaceSelector:
        namespaceSelector === undefined ? base.namespaceSelector : formatLabelSelector(namespaceSelector as never),
    }
    if (configuration.syncEveryMs < shortestSyncMs) return { problem: 'spec.syncEvery: is less than a second' }
    return { configuration }
  } catch (error) {
    return { problem: `spec: ${(error as Error).message}` }
  }
}
