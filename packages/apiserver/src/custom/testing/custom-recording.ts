/** Recorded responses of kube-apiserver, for comparison on machines without one. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const path = join(import.meta.dirname, '..', 'recorded', 'custom-answers.json')

/** Lines by step name. */
export type CustomRecording = Readonly<Record<string, string>>

export function readCustomRecording(): CustomRecording {
  return JSON.parse(readFileSync(path, 'utf8')) as CustomRecording
}

export function writeCustomRecording(recording: CustomRecording): void {
  writeFileSync(path, `${JSON.stringify(recording, undefined, 1)}\n`)
}
