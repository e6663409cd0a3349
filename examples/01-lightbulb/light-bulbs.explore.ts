/** Explores the controller with a fault at every step: `kubewright explore light-bulbs.explore.ts`, or the page of `npm start`. */
import { defineExploration } from '@kubewright/testing'
import type { Hub, Light } from './hub.ts'
import { LightBulb } from './light-bulb.ts'
import { LightBulbColor } from './light-bulb-color.ts'
import { lightBulbs } from './light-bulbs.ts'

class Lamps implements Hub {
  readonly #lights = new Map<string, Light>()

  async set(room: string, light: Light) {
    this.#lights.set(room, light)
    return { shining: light.on }
  }

  async remove(room: string) {
    this.#lights.delete(room)
  }

  inventory() {
    return [...this.#lights]
  }
}

const kitchen = { name: 'kitchen', namespace: 'default' }

export default defineExploration({
  resources: [LightBulb, LightBulbColor],
  outside: () => ({ lamps: new Lamps() }),
  controllers: ({ lamps }) => [lightBulbs(lamps)],
  strategies: ['single', 'outages', 'declarations', 'random', 'pct'],
  async scenario(user) {
    await user.create(LightBulb, { metadata: kitchen, spec: { room: 'kitchen', brightness: 40 } })
    await user.patch(LightBulb, kitchen, { spec: { color: 'red' } })
    await user.delete(LightBulb, kitchen)
  },
})
