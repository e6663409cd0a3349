/** Work shared by several processes: two of them on one site, or none. Each process is a controller here. */
import { isAlreadyExists, isNotFound } from '@kubewright/client'
import { again, type Context, defineController, done } from '@kubewright/controller'
import { ConfigMap, Lease } from '@kubewright/kubernetes'
import type { Invariant } from '@kubewright/testing'
import { ignoring } from './crashes-between-writes.ts'
import { planted } from './planted-bug.ts'
import { blog, ownedBy, type Site as SiteObject, Site } from './site.ts'

type SiteContext = Context<typeof Site>

type Noted = { readonly child?: string | null; readonly note?: string | null; readonly count?: number }

/** One seat for each site. Ignores a request with a stale fencing token (`number`). */
class Desks {
  readonly #seats = new Map<string, { who: string[]; number: number }>()

  async sit(who: string, name: string, number: number): Promise<void> {
    const seat = this.#seats.get(name) ?? { who: [], number }
    if (number >= seat.number) this.#seats.set(name, { who: [...new Set([...seat.who, who])], number })
  }

  async leave(who: string, name: string): Promise<void> {
    const seat = this.#seats.get(name)
    if (seat !== undefined) this.#seats.set(name, { ...seat, who: seat.who.filter((one) => one !== who) })
  }

  inventory(): unknown {
    return [...this.#seats].map(([name, { who }]) => `${name}: ${who.join(' and ')}`)
  }

  crowd(): string | undefined {
    const crowded = [...this.#seats.values()].find(({ who }) => who.length > 1)
    return crowded && `${crowded.who.join(' and ')} are there`
  }
}

type Outside = { readonly desks: Desks }
const outside = () => ({ desks: new Desks() })
const oneAtATime = { name: 'one at a time', check: (_, { desks }) => desks.crowd() } satisfies Invariant<Outside>

/** A process. @param work receives the live site, bypassing the cache */
function process(name: string, work: (site: SiteObject, ctx: SiteContext) => Promise<unknown>, owns = false) {
  return defineController({
    name,
    for: Site,
    when: 'any-change',
    ...(owns ? { owns: [ConfigMap] } : {}),
    async reconcile({ metadata }, ctx) {
      const site = await ctx.client.get(Site, metadata).catch(ignoring(isNotFound))
      const end = site === undefined ? undefined : await work(site, ctx)
      return end === 'soon' ? again('10s') : done()
    },
  })
}

/** Patches the status with the resource version that was read (optimistic concurrency): a stale read fails. */
async function note(site: SiteObject, ctx: SiteContext, status: Noted): Promise<void> {
  const { resourceVersion } = site.metadata
  await ctx.client.status.patch(Site, site.metadata, { metadata: { resourceVersion }, status } as never)
}

/** Claims a free site and takes its seat. */
async function takeSeat(
  { me, who = me }: { readonly me: string; readonly who?: string },
  site: SiteObject,
  ctx: SiteContext,
  desks: Desks,
): Promise<void> {
  const { child = '', count = 0 } = site.status ?? {}
  if (child !== '' && child !== me) return
  if (child === '') await note(site, ctx, { child: me, count: count + 1 })
  await desks.sit(who, site.metadata.name, child === '' ? count + 1 : count)
}

export const sharedWork = [
  planted('a shard releases a site before its work has ended', 'invariant', (isFixed) => ({
    outside,
    invariants: [oneAtATime] as never,
    controllers: (({ desks }: Outside) =>
      ['a', 'b'].map((me) =>
        process(me, async (site, ctx) => {
          if (site.spec.zone === me) return await takeSeat({ me }, site, ctx, desks)
          if (site.status?.child !== me) return
          if (isFixed) await desks.leave(me, site.metadata.name)
          await note(site, ctx, { child: '' })
          if (!isFixed) await desks.leave(me, site.metadata.name)
        }),
      )) as never,
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: { zone: 'a' } })
      await user.patch(Site, blog, { spec: { zone: 'b' } })
    },
    ignore: ['status.count'], // grows with every move
  })),

  planted('two processes with the same identity hold one site', 'invariant', (isFixed) => ({
    outside,
    invariants: [oneAtATime] as never,
    controllers: (({ desks }: Outside) =>
      ['1', '2'].map((number) => {
        const me = isFixed ? `pod ${number}` : 'pod'
        return process(number, (site, ctx) => takeSeat({ me, who: number }, site, ctx, desks))
      })) as never,
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: {} })
    },
    ignore: ['status.child', 'inventory'], // either process may have it
  })),

  planted('removed shard labels are reassigned to another shard', 'invariant', (isFixed) => ({
    outside,
    invariants: [oneAtATime] as never,
    controllers: (({ desks }: Outside) => [
      process('marks', async ({ metadata, spec }, ctx) => {
        const { resourceVersion, labels } = metadata
        const marked = { resourceVersion, labels: { shard: spec.zone } }
        if (labels?.shard === undefined) await ctx.client.patch(Site, metadata, { metadata: marked } as never)
      }),
      ...['a', 'b'].map((me) =>
        process(me, async (site, ctx) => {
          const isOurs = site.metadata.labels?.shard === me
          if (isOurs && isFixed) return await takeSeat({ me }, site, ctx, desks)
          if (isOurs) return await desks.sit(me, site.metadata.name, 0)
          if (site.status?.child !== me || !isFixed) return
          await desks.leave(me, site.metadata.name)
          await note(site, ctx, { child: '' })
        }),
      ),
    ]) as never,
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: { zone: 'a' } })
      await user.patch(Site, blog, { spec: { zone: 'b' }, metadata: { labels: null } })
    },
    ignore: ['status.count'],
  })),

  planted('a holder whose lease was deleted is taken for dead', 'invariant', (isFixed) => ({
    outside,
    invariants: [oneAtATime] as never,
    controllers: (({ desks }: Outside) => {
      const lease = { name: 'a', namespace: 'default' }
      let missedAt: number | undefined
      return [
        process('a', async (site, ctx) => {
          await ctx.client.create(Lease, { metadata: lease, spec: {} }).catch(ignoring(isAlreadyExists))
          await takeSeat({ me: 'a' }, site, ctx, desks)
          return 'soon' // renews
        }),
        process('b', async (site, ctx) => {
          const { child = '', count = 0 } = site.status ?? {}
          if (child !== 'a') return
          const found = await ctx.client.get(Lease, lease).catch(ignoring(isNotFound))
          missedAt = found === undefined ? (missedAt ?? ctx.clock.elapsed()) : undefined
          const isDead = missedAt !== undefined && (!isFixed || ctx.clock.elapsed() - missedAt > 60_000)
          if (!isDead) return 'soon'
          await note(site, ctx, { child: 'b', count: count + 1 })
          await desks.sit('b', site.metadata.name, count + 1)
        }),
      ]
    }) as never,
    patience: '25s',
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: {} })
      await user.delete(Lease, { name: 'a', namespace: 'default' })
    },
  })),

  planted('children move to a shard before their owner', 'end-state', (isFixed) => ({
    controllers: [
      process('moves', async (site, ctx) => {
        const { zone } = site.spec
        const { child: shard = '', note: asked } = site.status ?? {}
        if (shard === zone) return
        if (!isFixed || shard === '') await moveChild(ctx, zone)
        if (shard === '') await note(site, ctx, { child: zone })
        else if (asked === undefined) await note(site, ctx, { note: 'let go' })
      }),
      ...['a', 'b'].map((me) =>
        process(
          me,
          async (site, ctx) => {
            const { child: shard, note: asked } = site.status ?? {}
            if (shard !== me) return
            if (asked !== undefined) return await note(site, ctx, { child: null, note: null })
            const { items } = await ctx.client.list(ConfigMap, { namespace: 'default', labels: { shard: me } })
            if (items.length > 0) return
            const metadata = { ...blog, labels: { shard: me }, ...ownedBy(site) }
            const isTaken = await ctx.client.create(ConfigMap, { metadata, data: {} }).then(
              () => false,
              (error: unknown) => ignoring(isAlreadyExists)(error) ?? true,
            )
            if (isTaken) await note(site, ctx, { count: 0 }) // it exists on another shard, and this one has none
          },
          true,
        ),
      ),
    ],
    async scenario(user) {
      await user.create(Site, { metadata: blog, spec: { zone: 'a' } })
      await user.patch(Site, blog, { spec: { zone: 'b' } })
    },
  })),
]

async function moveChild(ctx: SiteContext, shard: string): Promise<void> {
  const child = await ctx.client.get(ConfigMap, blog).catch(ignoring(isNotFound))
  if (child !== undefined && child.metadata.labels?.shard !== shard)
    await ctx.client.patch(ConfigMap, blog, { metadata: { labels: { shard } } })
}
