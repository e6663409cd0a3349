/** Recorded behaviour of a real server in each play, for comparison on machines without one. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The lines of each play, by its name. */
export type Recording = Readonly<Record<string, readonly string[]>>

const pathOf = (name: 'webhooks' | 'policies') => join(import.meta.dirname, `${name}-1.36.json`)

export function readRecording(name: 'webhooks' | 'policies'): Recording {
  return JSON.parse(readFileSync(pathOf(name), 'utf8')) as Recording
}

export function writeRecording(name: 'webhooks' | 'policies', recording: Recording): void {
  writeFileSync(pathOf(name), `${JSON.stringify(recording, undefined, 1)}\n`)
}
