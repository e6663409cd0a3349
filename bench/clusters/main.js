/** `npm run bench -- clusters [--reconciles 2000] [--rounds 7] [--clusters 20]`. See `bench.ts`. */
import { register } from 'tsx/esm/api'
import { machine } from '../harness/table.js'

console.log(machine())
register()
await import('./bench.ts')
