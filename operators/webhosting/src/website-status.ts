/** The status of a website. Pure. */
import type { Phase, Website } from './website.ts'

/** The transition time changes only with the phase or generation, so that an unchanged status is not written. */
export function statusOf({ metadata, status }: Website, phase: Phase, now: Date) {
  const isSame = status?.phase === phase && status.observedGeneration === metadata.generation
  return { phase, lastTransitionTime: (isSame ? status.lastTransitionTime : undefined) ?? now.toISOString() }
}
