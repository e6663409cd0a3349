/**
 * Creates an object as on a server that calls a webhook first: a process of the fleet answers with the ring it knows, or none
 * does, and the result is stored a little later. The webhook never rejects an object.
 */
import type { KubeObject } from '@kubewright/core'
import { applyMergePatch } from '@kubewright/core/json'
import type { World } from './simulated-process.ts'
import type { SimulatedReplica } from './simulated-replica.ts'

/** The webhook timeout of the server. */
const timeoutMs = 2_000
/** Maximum transit time of the webhook's response, and then of the write. */
const longestMs = 4_000

export interface Creation {
  readonly kind: string
  readonly object: object
  /** The replica whose webhook is called. */
  readonly asked: SimulatedReplica | undefined
  /** Called with the stored object. */
  readonly made?: (object: KubeObject) => void
}

/** Returns the milliseconds until the object is stored. */
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
