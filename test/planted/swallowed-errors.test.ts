import { swallowedErrors } from './swallowed-errors.ts'
import { judged } from './judged.ts'

judged(swallowedErrors)
