/**
 * `npm run bench -- peers [--suite throughput,latency,…] [--peers kubewright,controller-runtime,…] [--size N] [--rounds N] [--full]
 * [--sharding-source DIR] [--results FOLDER] [--json FILE] [--smoke [--store]]`: the same operator in six frameworks on the same real API server. See `bench.ts`.
 */
import { register } from 'tsx/esm/api'

register()
await import('./bench.ts')
