/**
 * `npm run bench -- stack [--stacks N]`: what the deployment, the repair and the rest of stacks cost. See `bench.ts`. The operator is
 * TypeScript, on packages as they are built.
 */
import { register } from 'tsx/esm/api'
import { machine } from '../harness/table.js'

console.log(machine())
register()
await import('./bench.ts')
