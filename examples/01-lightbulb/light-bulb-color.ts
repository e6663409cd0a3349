import { defineResource, manifest } from 'kubewright'
import { z } from 'zod'
import type { LightBulb } from './light-bulb.ts'

const channel = z.int().min(0).max(255)

/** The RGB values that a bulb needs for its color. The light bulb controller creates one for each bulb. */
export const LightBulbColor = defineResource({
  group: 'myhome.example.dev',
  version: 'v1',
  kind: 'LightBulbColor',
  scope: 'Namespaced',
  spec: z.object({ red: channel, green: channel, blue: channel }),
  columns: { Red: '.spec.red', Green: '.spec.green', Blue: '.spec.blue' },
})

const palette = {
  white: [255, 255, 255],
  yellow: [255, 220, 90],
  red: [255, 0, 0],
  blue: [0, 0, 255],
} as const

/** Pure: the same bulb always has the same color. */
export function colorOf({ metadata: { name }, spec: { color, brightness } }: LightBulb) {
  const [red, green, blue] = palette[color].map((full) => Math.round((full * brightness) / 100))
  return manifest(LightBulbColor, { metadata: { name }, spec: { red: red!, green: green!, blue: blue! } })
}
