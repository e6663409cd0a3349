import { thingsOutside } from './things-outside.ts'
import { judged } from './judged.ts'

judged(thingsOutside)
