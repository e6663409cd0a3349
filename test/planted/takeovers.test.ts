import { takeovers } from './takeovers.ts'
import { judged } from './judged.ts'

judged(takeovers)
