import { judged } from './judged.ts'
import { otherPeoplesObjects } from './other-peoples-objects.ts'

judged(otherPeoplesObjects)
