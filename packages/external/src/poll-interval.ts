/** When an object is looked at next. */
import { type Duration, type KubeObject, parseDuration, seededRandom, toMs, withJitter } from '@kubewright/core'
import { pollAnnotation } from './names.ts'

/** Looks are spread by up to this part of the time between them. */
const spread = 0.1

/** What the object asks for, but never more often than `shortest`; what the controller says if it asks for nothing readable. */
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

/** Spread by chance, which the id of the reconcile supplies: a run that is repeated is the same. */
export function spreadMs(ms: number, reconcileId: string): number {
  return Math.ceil(withJitter(seededRandom(reconcileId), ms, spread))
}
