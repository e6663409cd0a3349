/** A file with recorded responses of a real server, for comparison on machines without one. */
import { readFileSync, writeFileSync } from 'node:fs'

export interface RecordingFile<Recording> {
  readonly read: () => Recording
  readonly write: (recording: Recording) => void
}

export interface RecordingFormat<Recording> {
  readonly parse: (text: string) => Recording
  /** Without the last line end. */
  readonly format: (recording: Recording) => string
}

/** @param format JSON with an entry a line if it is omitted */
export function recordingFile<Recording>(
  path: string,
  { parse = JSON.parse, format = inLines }: Partial<RecordingFormat<Recording>> = {},
): RecordingFile<Recording> {
  return {
    read: () => parse(readFileSync(path, 'utf8')),
    write: (recording) => writeFileSync(path, `${format(recording)}\n`),
  }
}

function inLines(recording: unknown): string {
  return JSON.stringify(recording, undefined, 1)
}
