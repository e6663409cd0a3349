import { judged } from './judged.ts'
import { outages } from './outages.ts'

judged(outages)
