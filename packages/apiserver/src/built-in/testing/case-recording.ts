/** Recorded responses of a real server, for comparison without one. */
import { join } from 'node:path'
import type { Send } from '../../testing/play-request.ts'
import { recordingFile } from '../../testing/recording-file.ts'
import { builtInCases } from './built-in-cases.ts'
import { playRequests } from './built-in-plays.ts'
import { playCase, prepareCases } from './case-player.ts'

export interface CaseRecording {
  /** Lines by case name and step name. */
  readonly cases: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Lines of request sequences, by name. */
  readonly requests: Readonly<Record<string, string>>
}

export const caseRecording = recordingFile<CaseRecording>(join(import.meta.dirname, 'built-in-answers.json'))

export async function playAll(send: Send): Promise<CaseRecording> {
  await prepareCases(send)
  const answers: [string, Readonly<Record<string, string>>][] = []
  for (const one of builtInCases()) answers.push([one.name, await playCase(send, one)])
  return { cases: Object.fromEntries(answers), requests: await playRequests(send) }
}
