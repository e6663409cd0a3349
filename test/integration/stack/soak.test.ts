import { again, type Controller } from '@kubewright/controller'
import { stackController } from '@kubewright/stack'
import { expect, it } from 'vitest'
import { IotSnap, iotSnap, root } from './iot-snap.ts'
import { iotSnapRootSubject, iotSnapSubject } from './soak-subjects.ts'
import { liveThrough } from './soak.ts'

/** `KUBEWRIGHT_SEEDS=20` for the seeds 1 to 20, `=7-7` for one. */
const [, from = '1', to = '1'] = /^(?:(\d+)-)?(\d+)$/.exec(process.env['KUBEWRIGHT_SEEDS'] ?? '1') ?? []
const seeds = Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => Number(from) + at)
const timeout = 900_000

it.each(seeds)(
  'stack: converges after 30 days of random faults, edits, upgrades and scaling: seed %i',
  { timeout },
  async (seed) => {
    expect(await liveThrough({ subject: iotSnapSubject(), seed, days: 30, events: 60 })).toEqual([])
  },
)

it.each(seeds)(
  'stack: IotSnap Root operator converges after 30 days of the same: seed %i',
  { timeout },
  async (seed) => {
    expect(await liveThrough({ subject: iotSnapRootSubject, seed, days: 30, events: 60 })).toEqual([])
  },
)

/** A controller with a bug, which `broken` selects. */
function broken(change: (reconcile: Controller['reconcile']) => Controller['reconcile']): Controller {
  const controller = stackController(iotSnap)
  return { ...controller, reconcile: change((object, ctx) => controller.reconcile(object, ctx)) }
}

const mistakes: readonly { name: string; finds: RegExp; only?: string[]; controller: () => Controller }[] = [
  {
    name: 'does not prune',
    finds: /Job root-\S+ was left behind/,
    controller: () =>
      broken((reconcile) => (object, ctx) => {
        const own: typeof ctx.own = (children, how) => ctx.own(children, { ...how, prune: false })
        return reconcile(object, Object.assign(Object.create(ctx) as typeof ctx, { own }))
      }),
  },
  {
    name: 'writes every hour',
    finds: /at rest: /,
    controller: () => {
      let hours = 0
      return broken((reconcile) => async (object, ctx) => {
        await reconcile(object, ctx)
        const annotations = { 'shop.example.dev/hours': String(hours++) }
        await ctx.client.patch(IotSnap, root, { metadata: { annotations } })
        return again('1h')
      })
    },
  },
  {
    name: 'does not remove added fields',
    only: ['edited Service', 'foreign container'],
    finds: /somebody|guest/,
    controller: () =>
      stackController({ ...iotSnap, defaults: (object) => ({ ...iotSnap.defaults(object), removesAdditions: false }) }),
  },
]

it.each(mistakes)(
  'stack: the soak test detects a controller that $name',
  { timeout },
  async ({ finds, only = ['crash', 'scale'], controller }) => {
    const problems = await liveThrough({ subject: iotSnapSubject(controller()), seed: 1, days: 1, events: 4, only })
    expect(problems.join('\n')).toMatch(finds)
  },
)
