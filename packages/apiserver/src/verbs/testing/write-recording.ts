/** Responses of kube-apiserver 1.36 to generated writes, recorded by `test/conformance/apiserver-writes.test.ts`. */
import { join } from 'node:path'
import { recordingFile } from '../../testing/recording-file.ts'
import type { Recording } from './write-play.ts'

export const recordedSeeds: readonly string[] = Array.from({ length: 30 }, (_, at) => `w${at}`)

/** One line per seed, for readable diffs. */
export const writesRecording = recordingFile<Recording>(
  join(import.meta.dirname, '..', 'recorded', 'writes-1.36.jsonl'),
  { parse: parseLines, format: formatLines },
)

function parseLines(text: string): Recording {
  const lines = text.trimEnd().split('\n')
  return Object.fromEntries(lines.map((line) => JSON.parse(line) as [string, readonly string[]]))
}

function formatLines(recording: Recording): string {
  return Object.entries(recording)
    .map((entry) => JSON.stringify(entry))
    .join('\n')
}
