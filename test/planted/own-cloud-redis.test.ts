import { judgedOwn } from './own-judged.ts'

judgedOwn('cloud-redis')
judgedOwn('nestjs')
