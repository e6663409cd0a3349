import { defineController, done, no, yes } from 'kubewright'
import type { Hub } from './hub.ts'
import { LightBulb } from './light-bulb.ts'
import { colorOf, LightBulbColor } from './light-bulb-color.ts'

/** Sets every bulb of the house to the color and brightness in its spec. */
export function lightBulbs(hub: Hub) {
  return defineController({
    name: 'light-bulbs',
    for: LightBulb,
    owns: [LightBulbColor],
    resync: '10m', // corrects drift: the wall switch changes a bulb without an event

    finalizer: {
      name: 'myhome.example.dev/bulb',
      async cleanup(bulb, ctx) {
        await hub.remove(bulb.spec.room, ctx.signal)
        return done()
      },
    },

    async reconcile(bulb, ctx) {
      const { room, on } = bulb.spec
      const { color } = await ctx.own({ color: colorOf(bulb) })
      const { shining } = await hub.set(room, { on, ...color.spec }, ctx.signal)
      const isRight = shining === on
      await ctx.setStatus({ shining }, { Ready: isRight ? yes('AsTold') : no('Broken', 'the bulb does not obey') })
      return done()
    },
  })
}
