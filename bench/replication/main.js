/**
 * `npm run bench -- replication [--peers 200] [--objects 10] [--changes 200] [--rest 60] [--compare 50] [--only ours,original,handlers] [--embedded]`:
 * objects of one cluster in many others, beside the algorithm of the original. See `bench.ts`.
 */
import { register } from 'tsx/esm/api'
import { machine } from '../harness/table.js'

console.log(machine())
register()
await import('./bench.ts')
