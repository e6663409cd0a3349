import { lostAnswers } from './lost-answers.ts'
import { judged } from './judged.ts'

judged(lostAnswers)
