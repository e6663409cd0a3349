import { judged } from './judged.ts'
import { shares } from './shares.ts'

judged(shares)
