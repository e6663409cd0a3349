/** A long-running request: the last answer, whether one is pending, and how to cancel. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { searchWorker } from './open-session.ts'
import type { Question, Questions } from './protocol-request.ts'
import { TookTooLong } from './worker-link.ts'

export interface Search<Answer> {
  readonly answer: Answer | undefined
  readonly isBusy: boolean
  readonly failure: string
  /** Whether it was cancelled before an answer. */
  readonly isTruncated: boolean
  readonly stop: () => void
}

const withinMs = 20_000

/** Requests again when `key` changes; `undefined` requests nothing. */
export function useSearch<Name extends Question>(
  question: Name,
  ask: Questions[Name]['ask'] | undefined,
  key: string,
): Search<Questions[Name]['answer']> {
  type Answer = Questions[Name]['answer']
  const [found, setFound] = useState<{ key: string; answer?: Answer; failure?: string; isTruncated?: boolean }>()
  const asked = useRef(0)
  useEffect(() => {
    const turn = ++asked.current
    if (ask === undefined) return setFound(undefined)
    searchWorker.ask(question, ask, withinMs).then(
      (answer) => turn === asked.current && setFound({ key, answer }),
      (error: Error) =>
        turn === asked.current && setFound({ key, failure: error.message, isTruncated: error instanceof TookTooLong }),
    )
  }, [question, key])
  const isCurrent = found?.key === key
  return {
    answer: isCurrent ? found.answer : undefined,
    isBusy: ask !== undefined && !isCurrent,
    failure: isCurrent ? (found.failure ?? '') : '',
    isTruncated: isCurrent && found.isTruncated === true,
    stop: () => searchWorker.stop(),
  }
}
