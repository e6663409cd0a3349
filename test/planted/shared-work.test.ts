import { judged } from './judged.ts'
import { sharedWork } from './shared-work.ts'

judged(sharedWork)
