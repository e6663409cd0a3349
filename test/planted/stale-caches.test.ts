import { judged } from './judged.ts'
import { staleCaches } from './stale-caches.ts'

judged(staleCaches)
