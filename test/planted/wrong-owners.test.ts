import { wrongOwners } from './wrong-owners.ts'
import { judged } from './judged.ts'

judged(wrongOwners)
