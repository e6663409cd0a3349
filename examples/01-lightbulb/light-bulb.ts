import { defineResource, type ObjectOf } from 'kubewright'
import { withRules } from 'kubewright/resource'
import { z } from 'zod'

/** A light bulb in a room of the house. */
export const LightBulb = defineResource({
  group: 'myhome.example.dev',
  version: 'v1',
  kind: 'LightBulb',
  scope: 'Namespaced',
  spec: z.object({
    room: withRules(z.string().min(1).max(40).describe('Room of the bulb.'), [
      { rule: 'self == oldSelf', message: 'a bulb does not move: make another one' },
    ]),
    on: z.boolean().default(true),
    color: z.enum(['white', 'yellow', 'red', 'blue']).default('white'),
    brightness: z.int().min(1).max(100).default(100).describe('Brightness in percent.'),
  }),
  status: z.object({ shining: z.boolean().optional().describe('Whether the bulb reports that it is on.') }),
  conditions: ['Ready'],
  columns: { Room: '.spec.room', Color: '.spec.color', Shining: '.status.shining' },
})

export type LightBulb = ObjectOf<typeof LightBulb>
