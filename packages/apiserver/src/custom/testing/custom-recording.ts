/** What a real server answered, kept so that a machine without one can compare. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const path = join(import.meta.dirname, '..', 'recorded', 'custom-answers.json')

/** Lines by the names of steps. */
export type CustomRecording = Readonly<Record<string, string>>

export function readCustomRecording(): CustomRecording {
  return JSON.parse(readFileSync(path, 'utf8')) as CustomRecording
}

export function writeCustomRecording(recording: CustomRecording): void {
  writeFileSync(path, `${JSON.stringify(recording, undefined, 1)}\n`)
}
