import { restlessOperators } from './restless-operators.ts'
import { judged } from './judged.ts'

judged(restlessOperators)
