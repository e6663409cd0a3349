/** Recorded answers of a real server, for comparison on machines without one. */
import { join } from 'node:path'
import type { Answer, Send } from '../../testing/play-request.ts'
import { recordingFile } from '../../testing/recording-file.ts'
import { type AccessQuestion, accessQuestions } from './access-questions.ts'
import { objects, sentinels } from './auth-objects.ts'

/** Number of random questions. */
export const questionCount = 600

export interface Verdict {
  readonly isAllowed: boolean
  readonly reason: string
}

export interface AuthRecording {
  /** One line for each step, by its name. */
  readonly steps: Readonly<Record<string, string>>
  /** The answers to the random questions. */
  readonly verdicts: readonly Verdict[]
}

/** Verdicts repeat, so the file holds each of them once, and a list of indices. */
export const authRecording = recordingFile<AuthRecording>(join(import.meta.dirname, 'auth-answers.json'), {
  parse: parseRecording,
  format: formatRecording,
})

function parseRecording(text: string): AuthRecording {
  const { steps, distinct, verdicts } = JSON.parse(text) as {
    steps: Record<string, string>
    distinct: [boolean, string][]
    verdicts: string
  }
  const table = distinct.map(([isAllowed, reason]) => ({ isAllowed, reason }))
  return { steps, verdicts: verdicts.split(' ').map((at) => table[Number(at)]!) }
}

function formatRecording({ steps, verdicts }: AuthRecording): string {
  const texts = verdicts.map(({ isAllowed, reason }) => JSON.stringify([isAllowed, reason]))
  const distinct = [...new Set(texts)].sort()
  const recording = {
    steps,
    distinct: distinct.map((text) => JSON.parse(text) as unknown),
    verdicts: texts.map((text) => distinct.indexOf(text)).join(' '),
  }
  return JSON.stringify(recording, undefined, 2)
}

/** Creates the objects that questions are about, and waits until the server has seen them. */
export async function setUp(send: Send): Promise<void> {
  for (const { path: collection, body } of objects) await expectStatus(send(collection, { method: 'POST', body }), 201)
  for (const sentinel of sentinels) {
    for (let attempt = 0; !(await ask(send, sentinel)).isAllowed; attempt++) {
      if (attempt > 500) throw new Error('The server does not go by the roles it was given.')
    }
  }
}

async function expectStatus(answer: Promise<Answer>, status: number): Promise<void> {
  const { status: actual, body } = await answer
  if (actual !== status) throw new Error(`The server answered ${actual}, not ${status}: ${JSON.stringify(body)}`)
}

export async function askAll(send: Send): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = []
  for (const question of accessQuestions(questionCount)) verdicts.push(await ask(send, question))
  return verdicts
}

async function ask(send: Send, spec: Partial<AccessQuestion>): Promise<Verdict> {
  const path = '/apis/authorization.k8s.io/v1/subjectaccessreviews'
  const { body } = await send(path, { method: 'POST', body: { spec } })
  const { status } = body as { status: { allowed: boolean; reason?: string } }
  return { isAllowed: status.allowed, reason: status.reason ?? '' }
}
