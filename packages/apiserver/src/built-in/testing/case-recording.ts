/** What a real server answered, kept so that a machine without one can compare. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtInCases } from './built-in-cases.ts'
import { playRequests } from './built-in-plays.ts'
import { playCase, prepareCases, type Send } from './case-player.ts'

export interface CaseRecording {
  /** Lines by the names of steps, by the names of cases. */
  readonly cases: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Lines of requests that follow one another, by their names. */
  readonly requests: Readonly<Record<string, string>>
}

const path = join(import.meta.dirname, 'built-in-answers.json')

export function readRecording(): CaseRecording {
  return JSON.parse(readFileSync(path, 'utf8')) as CaseRecording
}

export function writeRecording(recording: CaseRecording): void {
  writeFileSync(path, `${JSON.stringify(recording, undefined, 1)}\n`)
}

export async function playAll(send: Send): Promise<CaseRecording> {
  await prepareCases(send)
  const answers: [string, Readonly<Record<string, string>>][] = []
  for (const one of builtInCases()) answers.push([one.name, await playCase(send, one)])
  return { cases: Object.fromEntries(answers), requests: await playRequests(send) }
}
