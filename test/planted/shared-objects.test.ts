import { judged } from './judged.ts'
import { sharedObjects } from './shared-objects.ts'

judged(sharedObjects)
