import { defineConfig } from '@kubewright/cli'
import { hubAt } from './hub.ts'
import { LightBulb } from './light-bulb.ts'
import { LightBulbColor } from './light-bulb-color.ts'
import { lightBulbs } from './light-bulbs.ts'

// Nothing is called when a controller is declared: where the hub is makes no difference here.
export default defineConfig({
  name: 'light-operator',
  resources: [LightBulb, LightBulbColor],
  controllers: [lightBulbs(hubAt('http://hub.myhome.example.dev'))],
})
