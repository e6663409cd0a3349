import { defineConfig } from '@kubewright/cli'
import { hubAt } from './hub.ts'
import { LightBulb } from './light-bulb.ts'
import { LightBulbColor } from './light-bulb-color.ts'
import { lightBulbs } from './light-bulbs.ts'

// Declaring a controller makes no requests, so any hub URL works here.
export default defineConfig({
  name: 'light-operator',
  resources: [LightBulb, LightBulbColor],
  controllers: [lightBulbs(hubAt('http://hub.myhome.example.dev'))],
})
