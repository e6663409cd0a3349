/** The exports of this example for other programs. */
export { hubAt } from './hub.ts'
export { LightBulb } from './light-bulb.ts'
export { LightBulbColor } from './light-bulb-color.ts'
export { lightBulbs } from './light-bulbs.ts'
export { startSimulatedHub } from './simulated-hub.ts'
