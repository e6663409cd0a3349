import { viewsBehind } from './views-behind.ts'
import { judged } from './judged.ts'

judged(viewsBehind)
