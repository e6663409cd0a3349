import type { KubeObject } from '@kubewright/core'
import { compareResourceVersions } from '@kubewright/core/object'
import { randomInt, seededRandom } from '@kubewright/core/random'
import { nextTurn } from '@kubewright/core/time'
import { defineController, done } from '@kubewright/controller'
import { ConfigMap } from '@kubewright/kubernetes'
import { defineResource, manifest } from '@kubewright/resource'
import { type Cluster, type Run, startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const Note = defineResource({
  group: 'random.example.dev',
  version: 'v1',
  kind: 'Note',
  scope: 'Namespaced',
  spec: z.object({ text: z.string(), copies: z.int().min(0).max(3).default(1) }),
  status: z.object({ seen: z.string().optional() }),
})

/** A controller that keeps copies of a note and records violations of its guarantees. */
function copier(wrong: string[]) {
  const active = new Set<string>()
  const floor = new Map<string, string>()
  return defineController({
    name: 'notes',
    for: Note,
    owns: [ConfigMap],
    concurrency: 3,
    async reconcile(note, ctx) {
      const { name, resourceVersion, uid } = note.metadata
      if (active.has(name)) wrong.push(`${name} is reconciled twice at once`)
      active.add(name)
      try {
        const least = floor.get(uid)
        if (least !== undefined && compareResourceVersions(resourceVersion, least) < 0) {
          wrong.push(`${name} is reconciled from ${resourceVersion}, before its own write ${least}`)
        }
        const copies = Array.from({ length: note.spec.copies }, (_, at) => [
          `copy-${at}`,
          manifest(ConfigMap, { metadata: { name: `${name}-${at}` }, data: { text: note.spec.text } }),
        ])
        await ctx.own(Object.fromEntries(copies) as Record<string, ReturnType<typeof manifest<typeof ConfigMap>>>)
        await ctx.setStatus({ seen: note.spec.text })
        const now = ctx.cache.get(Note, { namespace: 'default', name })
        if (now?.metadata.uid === uid) floor.set(uid, now.metadata.resourceVersion)
        return done()
      } finally {
        active.delete(name)
      }
    },
  })
}

const names = ['a', 'b', 'c'] as const

/** A random write of a user, without retry. */
async function userStep(cluster: Cluster, pick: (below: number) => number): Promise<void> {
  const ref = { namespace: 'default', name: names[pick(names.length)]! }
  const spec = { text: `text ${pick(1_000)}`, copies: pick(4) }
  const client = cluster.clientFor({ retry: false })
  const steps = [
    () => client.create(Note, { metadata: ref, spec }),
    () => client.patch(Note, ref, { spec }),
    () => client.patch(Note, ref, { spec }),
    () => client.delete(Note, ref),
    () => client.patch(ConfigMap, { ...ref, name: `${ref.name}-0` }, { data: { text: 'somebody else' } }),
    () => client.delete(ConfigMap, { ...ref, name: `${ref.name}-0` }),
  ]
  await steps[pick(steps.length)]!().catch(() => undefined)
}

/** Injects a random fault. */
function faultStep({ faults }: Cluster, pick: (below: number) => number): Disposable | undefined {
  const kinds = [
    () => faults.fail({ userAgent: 'kubewright', times: 1 + pick(3) }, [500, 429, 409, 503][pick(4)]!),
    () => faults.dropResponse({ verb: ['create', 'patch', 'delete'], times: 1 }),
    () => faults.refuse({ times: 1 + pick(2) }),
    () => faults.pauseWatches(),
    () => faults.repeatEvents({ times: 3 }),
    () => faults.delayEvents({ times: 2 }, '300ms'),
    () => void faults.closeWatches(),
    () => {
      faults.compact()
      return undefined
    },
    () => (faults.compact(), void faults.closeWatches({}, 410)),
  ]
  return kinds[pick(kinds.length)]!() ?? undefined
}

/** Stands in for the garbage collector. */
async function collectGarbage({ client }: Cluster): Promise<void> {
  const living = new Set((await client.list(Note, { namespace: 'default' })).items.map(({ metadata }) => metadata.uid))
  for (const map of (await client.list(ConfigMap, { namespace: 'default' })).items) {
    const isOrphan = owners(map)?.every((uid) => !living.has(uid)) ?? false
    if (isOrphan) await client.delete(ConfigMap, map.metadata)
  }
}

const owners = (object: KubeObject) => object.metadata.ownerReferences?.map(({ uid }) => uid)

/** Restarts the controller at any moment, advancing the clock until it has stopped. */
async function restarted(cluster: Cluster, running: Run, wrong: string[]): Promise<Run> {
  let isOver = false
  const start = async () => {
    await running[Symbol.asyncDispose]()
    return cluster.run(copier(wrong))
  }
  const over = start().finally(() => (isOver = true))
  while (!isOver) {
    for (let turn = 0; turn < 20 && !isOver; turn++) await nextTurn() // work without delays goes first
    if (!isOver) await cluster.advance('1s')
  }
  return over
}

async function play(seed: number) {
  const random = seededRandom(`controller ${seed}`)
  const pick = (below: number) => randomInt(random, below)
  const wrong: string[] = []
  await using cluster = await startCluster({ resources: [Note], seed })
  // Load the kind first: that takes real time, which the virtual clock does not count.
  await cluster.client.create(ConfigMap, { metadata: { name: 'first', namespace: 'default' } }, { dryRun: true })
  let running = await cluster.run(copier(wrong))
  const faults: Disposable[] = []
  for (let step = 0; step < 25; step++) {
    const kind = pick(7)
    if (kind < 3) await userStep(cluster, pick)
    else if (kind < 4) faults.push(...[faultStep(cluster, pick)].flatMap((one) => one ?? []))
    else if (kind < 5) faults.splice(0, 1)[0]?.[Symbol.dispose]()
    else if (kind < 6) await cluster.advance(pick(1_500))
    else running = await restarted(cluster, running, wrong)
  }
  for (const fault of faults) fault[Symbol.dispose]()
  await cluster.advance('2m')
  await collectGarbage(cluster)
  await cluster.advance('20m')
  await cluster.settle()
  const [notes, maps] = await Promise.all([
    cluster.client.list(Note, { namespace: 'default' }),
    cluster.client.list(ConfigMap, { namespace: 'default' }),
  ])
  const { reconciles } = running
  await running[Symbol.asyncDispose]()
  return { wrong, notes: notes.items, maps: maps.items, reconciles }
}

describe('a controller under faults, random schedules', () => {
  it.each(Array.from({ length: 60 }, (_, seed) => seed))(
    'converges to the last spec, never reconciles a key twice at once or from a stale state (seed %i)',
    async (seed) => {
      const { wrong, notes, maps } = await play(seed)
      expect(wrong).toEqual([])
      for (const { metadata, spec, status } of notes) {
        const copies = maps.filter((map) => owners(map)?.includes(metadata.uid))
        expect(copies.map((map) => map.data?.['text'])).toEqual(Array.from({ length: spec.copies }, () => spec.text))
        expect(status?.seen).toBe(spec.text)
      }
    },
  )
})
