import { judged } from './judged.ts'
import { removals } from './removals.ts'

judged(removals)
