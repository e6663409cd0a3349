import { judgedOwn } from './own-judged.ts'

judgedOwn('webhosting')
judgedOwn('webhosting with its workloads', 30)
