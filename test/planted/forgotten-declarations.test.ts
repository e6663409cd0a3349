import { forgottenDeclarations } from './forgotten-declarations.ts'
import { judged } from './judged.ts'

judged(forgottenDeclarations)
