import { judgedOwn } from './own-judged.ts'

judgedOwn('postgres', 120)
