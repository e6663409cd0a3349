import { externalResources } from './external-resources.ts'
import { judged } from './judged.ts'

judged(externalResources)
