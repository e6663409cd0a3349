import { crashesBetweenWrites } from './crashes-between-writes.ts'
import { judged } from './judged.ts'

judged(crashesBetweenWrites)
