import { judgedOwn } from './own-judged.ts'

judgedOwn('cronjob', 120)
