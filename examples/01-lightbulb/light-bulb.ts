import { defineResource, type ObjectOf } from '@kubewright/resource'
import { z } from 'zod'

/** A light bulb somewhere in the house. */
export const LightBulb = defineResource({
  group: 'myhome.example.dev',
  version: 'v1',
  kind: 'LightBulb',
  scope: 'Namespaced',
  spec: z.object({
    room: z.string().min(1).max(40).describe('Where it hangs.'),
    color: z.enum(['white', 'yellow', 'red', 'blue']).default('white'),
    brightness: z.int().min(0).max(100).default(100).describe('In percent; 0 is off.'),
  }),
  status: z.object({ brightness: z.int().optional().describe('How brightly it shines, as far as it says.') }),
  conditions: ['Ready'],
  columns: {
    Room: '.spec.room',
    Brightness: '.status.brightness',
    Ready: '.status.conditions[?(@.type=="Ready")].status',
  },
})

export type LightBulb = ObjectOf<typeof LightBulb>
