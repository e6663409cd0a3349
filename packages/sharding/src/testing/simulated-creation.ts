/**
 * An object is created as on a server that asks a webhook first: some process of the fleet answers by the ring it knows, or nobody
 * does, and what comes of it is stored a little later. Nothing is refused because of it.
 */
import { applyMergePatch, type KubeObject } from '@kubewright/core'
import type { World } from './simulated-process.ts'
import type { SimulatedReplica } from './simulated-replica.ts'

/** How long the server waits for an answer. */
const timeoutMs = 2_000
/** How long the answer is under way at most, and then the request that is stored. */
const longestMs = 4_000

export interface Creation {
  readonly kind: string
  readonly object: object
  /** Whom the server asks. */
  readonly asked: SimulatedReplica | undefined
  /** Told of what was stored. */
  readonly made?: (object: KubeObject) => void
}

/** Returns in how many milliseconds it is there. */
export function createAsked(world: World, { kind, object, asked, made }: Creation): number {
  const { time, api, random, noise } = world
  const [there, back] = [transitMs(world), transitMs(world)]
  const isLost = random.next() < noise.lost
  time.after(there, () => {
    const marks = isLost || world.outage > 0 ? undefined : asked?.marksOf(kind, object as KubeObject)
    const marked = marks === undefined ? object : (applyMergePatch(object as never, marks as never) as object)
    time.after(marks === undefined ? timeoutMs : back, () => {
      const stored = api.create(kind, marked)
      made?.(stored)
    })
  })
  return there + Math.max(timeoutMs, back)
}

function transitMs({ random, noise }: World): number {
  return random.next() < Math.max(0.1, noise.slow) ? random.next() * longestMs : 1 + random.next() * 30
}
