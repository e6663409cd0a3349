/**
 * `npm run bench -- explore [runs]`: how many complete fault plans a minute, on one core. See `bench.ts`. The operators that are
 * explored are TypeScript, on packages as they are built.
 */
import { register } from 'tsx/esm/api'
import { machine } from '../harness/table.js'

console.log(`${machine()}. By their papers Sieve takes 8 minutes for a plan, Acto 63 s for an operation.\n`)
register()
await import('./bench.ts')
