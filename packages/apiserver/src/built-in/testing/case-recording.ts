/** Recorded responses of a real server, for comparison without one. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtInCases } from './built-in-cases.ts'
import { playRequests } from './built-in-plays.ts'
import { playCase, prepareCases, type Send } from './case-player.ts'

export interface CaseRecording {
  /** Lines by case name and step name. */
  readonly cases: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Lines of request sequences, by name. */
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
