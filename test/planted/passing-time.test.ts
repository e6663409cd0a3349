import { judged } from './judged.ts'
import { passingTime } from './passing-time.ts'

judged(passingTime)
