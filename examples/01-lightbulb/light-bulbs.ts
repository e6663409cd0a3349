import { defineController, done } from '@kubewright/controller'
import { yes } from '@kubewright/resource'
import type { House } from './house.ts'
import { LightBulb } from './light-bulb.ts'

/** Lets every bulb of the house shine as its object says. */
export function lightBulbs(house: House) {
  return defineController({
    name: 'light-bulbs',
    for: LightBulb,

    finalizer: {
      name: 'myhome.example.dev/bulb',
      async cleanup(bulb) {
        await house.remove(bulb.spec.room)
        return done()
      },
    },

    async reconcile(bulb, ctx) {
      const { room, color, brightness } = bulb.spec
      await house.set(room, { color, brightness })
      await ctx.setStatus({ brightness }, { Ready: yes('Shining') })
      return done()
    },
  })
}
