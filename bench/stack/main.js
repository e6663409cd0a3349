/**
 * `npm run bench -- stack [--stacks N]`: the cost of deploying, repairing and idle stacks. See `bench.ts`. The operator is
 * TypeScript, on packages as they are built.
 */
import { register } from 'tsx/esm/api'
import { machine } from '../harness/table.js'

console.log(machine())
register()
await import('./bench.ts')
