/** Messages of the process that explores. They are untrusted: the explored code runs in it and may send messages too. Pure. */
import type { ExplorationAnswer } from './exploration-answer.ts'

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const areTexts = (value: Fields, ...names: readonly string[]) => names.every((name) => typeof value[name] === 'string')
const areNumbers = (value: Fields, ...names: readonly string[]) =>
  names.every((name) => typeof value[name] === 'number')

const checks: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  [
    'progress',
    (value) =>
      isFields(value) && areTexts(value, 'strategy') && areNumbers(value, 'runs', 'plans', 'faults', 'failures'),
  ],
  [
    'report',
    (value) =>
      isFields(value) &&
      areNumbers(value, 'runs') &&
      areTexts(value, 'story') &&
      Array.isArray(value['failures']) &&
      value['failures'].every(isFailure),
  ],
  ['problem', (value) => typeof value === 'string'],
  ['error', (value) => isFields(value) && areTexts(value, 'message')],
])

function isFailure(value: unknown): boolean {
  return isFields(value) && areTexts(value, 'oracle', 'message', 'story', 'planFile') && areNumbers(value, 'times')
}

/** @returns `undefined` for a message that is not exactly one answer */
export function answerIn(message: unknown): ExplorationAnswer | undefined {
  if (!isFields(message)) return undefined
  const [key = '', ...more] = Object.keys(message)
  const isAnswer = more.length === 0 && checks.get(key)?.(message[key]) === true
  return isAnswer ? (message as unknown as ExplorationAnswer) : undefined
}
