import { judged } from './judged.ts'
import { statuses } from './statuses.ts'

judged(statuses)
