/** Responses of kube-apiserver 1.36 to generated writes, recorded by `test/conformance/apiserver-writes.test.ts`. */
import { readFileSync, writeFileSync } from 'node:fs'
import type { Recording } from './write-play.ts'

const file = new URL('../recorded/writes-1.36.jsonl', import.meta.url)

export const recordedSeeds: readonly string[] = Array.from({ length: 30 }, (_, at) => `w${at}`)

export function readRecording(): Recording {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return Object.fromEntries(lines.map((line) => JSON.parse(line) as [string, readonly string[]]))
}

/** One line per seed, for readable diffs. */
export function writeRecording(recording: Recording): void {
  const lines = Object.entries(recording).map((entry) => JSON.stringify(entry))
  writeFileSync(file, `${lines.join('\n')}\n`)
}
