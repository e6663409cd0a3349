import { judgedOwn } from './own-judged.ts'

judgedOwn('lightbulb')
judgedOwn('acme-service')
