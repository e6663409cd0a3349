/** Recorded responses of kube-apiserver for non-resource paths. */
import { join } from 'node:path'
import { recordingFile } from '../../testing/recording-file.ts'
import { lineOf, nameOfCase, pathCases, type SendCase } from './path-cases.ts'

/** Lines by case name. */
export type PathRecording = Readonly<Record<string, string>>

export const pathRecording = recordingFile<PathRecording>(join(import.meta.dirname, 'path-recording.json'))

export async function recordPaths(send: SendCase): Promise<PathRecording> {
  const lines: Record<string, string> = {}
  for (const one of pathCases) lines[nameOfCase(one)] = lineOf(await send(one), one)
  return lines
}
