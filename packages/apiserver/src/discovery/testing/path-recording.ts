/** Recorded responses of kube-apiserver for non-resource paths. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lineOf, nameOfCase, pathCases, type SendCase } from './path-cases.ts'

/** Lines by case name. */
export type PathRecording = Readonly<Record<string, string>>

const path = join(import.meta.dirname, 'path-recording.json')

export function readPathRecording(): PathRecording {
  return JSON.parse(readFileSync(path, 'utf8')) as PathRecording
}

export function writePathRecording(recording: PathRecording): void {
  writeFileSync(path, `${JSON.stringify(recording, undefined, 1)}\n`)
}

export async function recordPaths(send: SendCase): Promise<PathRecording> {
  const lines: Record<string, string> = {}
  for (const one of pathCases) lines[nameOfCase(one)] = lineOf(await send(one), one)
  return lines
}
