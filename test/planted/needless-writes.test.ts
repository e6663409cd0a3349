import { judged } from './judged.ts'
import { needlessWrites } from './needless-writes.ts'

judged(needlessWrites)
