/** The poll interval of an object. */
import { type Duration, type KubeObject, parseDuration, toMs } from '@kubewright/core'
import { seededRandom, withJitter } from '@kubewright/core/random'
import { pollAnnotation } from '../names.ts'

/** Jitter, as a fraction of the interval. */
const spread = 0.1

/** The interval of the annotation, at least `shortest`; the controller's own if the annotation is absent or invalid. */
export function pollIntervalMs({ metadata }: KubeObject, usual: Duration, shortest: Duration): number {
  const asked = readable(metadata.annotations?.[pollAnnotation])
  return asked === undefined ? toMs(usual) : Math.max(asked, toMs(shortest))
}

function readable(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  try {
    return parseDuration(text.trim())
  } catch {
    return undefined
  }
}

/** Adds jitter seeded by the reconcile id, so that a replayed run is deterministic. */
export function spreadMs(ms: number, reconcileId: string): number {
  return Math.ceil(withJitter(seededRandom(reconcileId), ms, spread))
}
