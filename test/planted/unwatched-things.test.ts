import { unwatchedThings } from './unwatched-things.ts'
import { judged } from './judged.ts'

judged(unwatchedThings)
