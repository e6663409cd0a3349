import { judgedOwn } from './own-judged.ts'

judgedOwn('cohosted', 300)
judgedOwn('tour', 150)
