/**
 * `npm run bench -- sharding`: how far the webhosting operator scales out, and the costs. See `bench.ts`, and
 * `npm run bench -- sharding --help`. The operator and the load are TypeScript, on packages as they are built.
 */
import { register } from 'tsx/esm/api'
import { machine } from '../harness/table.js'

console.log(machine())
register()
await import('./bench.ts')
