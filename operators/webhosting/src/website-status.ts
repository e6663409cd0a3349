/** What is reported of a website. Pure. */
import type { Phase, Website } from './website.ts'

/** Times change only with what they are about: a status that says the same again is not written. */
export function statusOf({ metadata, status }: Website, phase: Phase, now: Date) {
  const isSame = status?.phase === phase && status.observedGeneration === metadata.generation
  return { phase, lastTransitionTime: (isSame ? status.lastTransitionTime : undefined) ?? now.toISOString() }
}
