/**
 * The website operator with @kubernetes/client-node.
 *
 * The library has a client and informers, but no controllers: a keyed queue with limited concurrency and backoff stands between
 * the informers and `reconcile`, as its users write it. Owned objects are compared with the informers' caches, created if they
 * are missing, and merge-patched if they differ. An informer that fails is started again after 5 s, as in the library's examples.
 *
 * Changed from the defaults: requests share one agent that keeps its connections. Without it, the library opens a TLS connection
 * for every request.
 *
 * The library neither limits the rate of requests nor repeats them.
 */
import { connect } from './connection.js'
import { operate } from './operate.js'
import { emit } from './progress.js'
import { sync } from './sync.js'

emit('started')
process.once('SIGTERM', () => process.exit(0))

const settings = {
  mode: process.env.BENCH_MODE || 'operate',
  resource: process.env.BENCH_RESOURCE || 'websites',
  namespace: process.env.BENCH_NAMESPACE || '',
  concurrency: Number(process.env.BENCH_CONCURRENCY || 10),
}
const modes = { operate, watch20: operate, sync }
if (!Object.hasOwn(modes, settings.mode)) {
  throw new Error(`BENCH_MODE is not operate, sync or watch20: ${settings.mode}`)
}
await modes[settings.mode](await connect(settings.namespace), settings)
