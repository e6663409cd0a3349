import type { Client } from '@kubewright/client'
import { type KubeObject, silentLogger } from '@kubewright/core'
import { VirtualClock } from '@kubewright/core/testing'
import { ConfigMap } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import type { MarksPatch } from '../ring/marks.ts'
import { ChildLabels } from './child-labels.ts'
import { Mover } from './mover.ts'
import { assignmentAnnotation, drainLabel, shardLabel } from '../names.ts'
import { KnownObjects } from './known-objects.ts'
import { MissingPermissions } from '../missing-permissions.ts'
import { fault } from '../testing/simulated-api.ts'

const ring = 'maps'
const [label, drain, note] = [shardLabel(ring), drainLabel(ring), assignmentAnnotation(ring)]

/** Maps that move from the shard `a` to `b`; `a` releases each as soon as that is requested. */
function startMoving(
  count: number,
  concurrentMoves: number,
  refuse: (name: string) => Error | undefined = () => undefined,
) {
  const stop = new AbortController()
  const objects = new KnownObjects(ring)
  const maps = new Map<string, KubeObject>()
  let [version, looks, mostDraining] = [count, 0, 0]
  const write = (name: string, { labels = {}, annotations = {} }: Partial<MarksPatch['metadata']>) => {
    const { apiVersion, kind, metadata } = maps.get(name)!
    const merged = (old: object | undefined, change: object) =>
      Object.fromEntries(Object.entries({ ...old, ...change }).filter(([, value]) => value !== null)) as Record<
        string,
        string
      >
    const next = {
      apiVersion,
      kind,
      metadata: {
        ...metadata,
        resourceVersion: String(++version),
        labels: merged(metadata.labels, labels),
        annotations: merged(metadata.annotations, annotations),
      },
    } as KubeObject
    maps.set(name, next)
    return next
  }
  const patch = async (_: unknown, { name }: { name: string }, { metadata }: MarksPatch) => {
    const refusal = refuse(name)
    if (refusal !== undefined) throw refusal
    const written = write(name, metadata)
    const asked = [...maps.values()].filter((one) => one.metadata.labels?.[drain] !== undefined)
    mostDraining = Math.max(mostDraining, asked.length)
    if (written.metadata.labels?.[drain] !== undefined) queueMicrotask(() => letGo(name))
    return written
  }
  const get = async (_: unknown, { name }: { name: string }) => maps.get(name)
  const client = { metadata: { patch, get } } as unknown as Client
  const viewOf = () => {
    looks++
    return { target: 'b', livenessOf: () => 'live' as const }
  }
  const clock = new VirtualClock()
  const permissions = new MissingPermissions(silentLogger)
  const options = { client, clock, log: silentLogger, ring, objects, viewOf, mayAct: () => true, permissions }
  const children = new ChildLabels(options, stop.signal)
  const mover = new Mover({ ...options, children, concurrentMoves: () => concurrentMoves }, stop.signal)
  const letGo = (name: string) => {
    const released = write(name, { labels: { [label]: null, [drain]: null }, annotations: { [note]: '-' } } as never)
    objects.noteMain(ConfigMap, released)
    mover.evaluate(released.metadata.uid)
  }
  for (let index = 0; index < count; index++) {
    const name = `map-${index}`
    const marks = { labels: { [label]: 'a' }, annotations: { [note]: 'a' } }
    const metadata = { name, namespace: 'default', uid: `uid-${index}`, resourceVersion: String(index + 1), ...marks }
    const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata } as KubeObject
    maps.set(name, map)
    objects.noteMain(ConfigMap, map)
  }
  mover.evaluateAll()
  return {
    mover,
    clock,
    owners: () => new Set([...maps.values()].map(({ metadata }) => metadata.annotations?.[note])),
    looks: () => looks,
    mostDraining: () => mostDraining,
    [Symbol.dispose]: () => stop.abort(),
  }
}

async function untilDone({ mover }: ReturnType<typeof startMoving>): Promise<void> {
  for (let turn = 0; mover.pending > 0 && turn < 100_000; turn++) await new Promise((resolve) => setImmediate(resolve))
}

describe('Mover', () => {
  it('drains at most the allowed number concurrently, and moves all objects', async () => {
    using moving = startMoving(100, 7)
    await untilDone(moving)
    expect(moving.owners()).toEqual(new Set(['b']))
    expect(moving.mover.counts).toMatchObject({ drains: 100, moves: 100 })
    expect(moving.mostDraining()).toBe(7)
  })

  it('skips an object whose write is refused, and retries it later', async () => {
    const refused = new Set(['map-0', 'map-1'])
    let attempts = 0
    using moving = startMoving(20, 2, (name) => {
      return refused.has(name) ? new Error(`refused for the ${++attempts}. time`) : undefined
    })
    await untilDone(moving)
    expect(moving.mover.counts.moves).toBe(18)
    expect(attempts).toBe(2)
    refused.clear()
    await moving.clock.advance(500)
    await untilDone(moving)
    expect(moving.mover.counts.moves).toBe(20)
    expect(moving.mover.draining).toBe(0)
  })

  it('backs off from an object that conflicts repeatedly', async () => {
    let attempts = 0
    using moving = startMoving(1, 1, () => {
      attempts++
      return fault('KW_CLIENT_CONFLICT', 'patch')
    })
    await untilDone(moving)
    expect(attempts).toBe(4)
    await moving.clock.advance(60_000)
    await untilDone(moving)
    expect(attempts).toBeLessThan(10)
  })

  it('examines each object a bounded number of times, however many are waiting', async () => {
    using moving = startMoving(500, 10)
    await untilDone(moving)
    expect(moving.mover.counts.moves).toBe(500)
    expect(moving.looks()).toBeLessThan(500 * 10)
  })
})

describe('an assignment whose response is lost', () => {
  it('may have been stored: owned objects move to no other shard before their owner does', async () => {
    const stop = new AbortController()
    const objects = new KnownObjects(ring)
    const marks = (shard: string, right: string) => ({
      labels: shard === '' ? {} : { [label]: shard },
      annotations: { [note]: right },
    })
    const stored = (name: string, version: number, more: object) =>
      ({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name, namespace: 'default', uid: name, resourceVersion: String(version), ...more },
      }) as KubeObject
    let main = stored('main', 1, marks('', '-'))
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'main', uid: 'main', controller: true }]
    const child = stored('child', 2, { ownerReferences })
    const calls: string[] = []
    const client = {
      metadata: {
        patch: async (
          _: unknown,
          { name }: { name: string },
          { metadata }: { metadata: { resourceVersion?: string; labels?: Record<string, string> } },
        ) => {
          const shard = metadata.labels?.[label] ?? ''
          calls.push(`${name} -> ${shard}`)
          if (name === 'child')
            return stored('child', 3 + calls.length, { ownerReferences, labels: { [label]: shard } })
          if (metadata.resourceVersion !== main.metadata.resourceVersion) throw fault('KW_CLIENT_CONFLICT', 'patch')
          main = stored('main', 3 + calls.length, marks(shard, shard))
          throw fault('KW_CLIENT_CONNECTION_LOST', 'read the response')
        },
        get: async () => {
          calls.push('read main')
          return main
        },
      },
    } as unknown as Client
    let target = 'a'
    const clock = new VirtualClock()
    const viewOf = () => ({ target, livenessOf: () => 'live' as const })
    const permissions = new MissingPermissions(silentLogger)
    const options = { client, clock, log: silentLogger, ring, objects, viewOf, mayAct: () => true, permissions }
    const children = new ChildLabels(options, stop.signal)
    const mover = new Mover({ ...options, children, concurrentMoves: () => 1 }, stop.signal)
    objects.noteMain(ConfigMap, main)
    objects.noteChild(ConfigMap, child)
    mover.evaluate('main')
    await clock.advance(0)
    target = 'b'
    await clock.advance('1s')
    expect(calls.slice(0, 4)).toEqual(['child -> a', 'main -> a', 'main -> b', 'read main'])
    expect(calls).not.toContain('child -> b')
    stop.abort()
  })
})
