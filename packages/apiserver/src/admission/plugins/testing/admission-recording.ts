/** Recorded answers of a real server to every step, for comparison on machines without one. */
import { join } from 'node:path'
import type { Answer, Send } from '../../../testing/play-request.ts'
import { recordingFile } from '../../../testing/recording-file.ts'
import type { PlayStep } from './play.ts'
import { accountPlay } from './plays/accounts.ts'
import { certificatePlay } from './plays/certificates.ts'
import { lifecyclePlay } from './plays/lifecycle.ts'
import { limitPlay, quotaPlay } from './plays/limits.ts'
import { podPlay } from './plays/pods.ts'
import { securityPlay } from './plays/security.ts'
import { storagePlay } from './plays/storage.ts'

/** Plays by topic. */
export const plays = {
  lifecycle: lifecyclePlay,
  pods: podPlay,
  storage: storagePlay,
  limits: limitPlay,
  quota: quotaPlay,
  security: securityPlay,
  certificates: certificatePlay,
  accounts: accountPlay,
} as const

export type PlayName = keyof typeof plays

/** Recorded lines by step name. */
export type Lines = Readonly<Record<string, string>>

export const admissionRecording = recordingFile<Readonly<Record<PlayName, Lines>>>(
  join(import.meta.dirname, 'admission-answers.json'),
)

/** @param pause waits until a write is visible everywhere */
export async function playSteps(
  send: Send,
  steps: readonly PlayStep[],
  pause: () => Promise<void> = async () => {},
): Promise<Lines> {
  const lines: Record<string, string> = {}
  for (const step of steps) {
    if (Object.hasOwn(lines, step.name)) throw new Error(`Two steps are called ${step.name}.`)
    lines[step.name] = lineOf(step, await sendStep(send, step))
    if (step.settles === true) await pause()
  }
  return lines
}

function sendStep(send: Send, { path, method = 'GET', headers = {}, body, as }: PlayStep): Promise<Answer> {
  const acting = as === undefined ? {} : { 'impersonate-user': as }
  return send(path, { method, headers: { ...headers, ...acting }, ...(body === undefined ? {} : { body }) })
}

/** The status code, the warnings, and either the error or the recorded fields. */
function lineOf({ shows = [] }: PlayStep, { status, headers, body }: Answer): string {
  const warnings = [headers['warning'] ?? []].flat().flatMap((text) => text.split(/, (?=299 - )/))
  const told = warnings.map((text) => ` [${text.replace(/^299 - /, '')}]`).join('')
  const { kind, message, reason, details } = body as Readonly<Record<string, unknown>>
  const shown = kind === 'Status' ? { message, reason, details } : pick(body, shows)
  return masked(`${status}${told} ${JSON.stringify(shown)}`)
}

function pick(body: unknown, paths: readonly string[]): object {
  return Object.fromEntries(
    paths.map((path) => {
      const value = path.split('.').reduce(fieldOf, body)
      return [path, path === 'metadata.managedFields' ? inOneOrder(value as readonly object[]) : value]
    }),
  )
}

/** Their order depends on whether they were written in the same second. */
function inOneOrder(managers: readonly object[]): readonly object[] {
  return managers
    .map((one) => JSON.stringify(one))
    .sort()
    .map((text) => JSON.parse(text) as object)
}

function fieldOf(value: unknown, name: string): unknown {
  return (value as Readonly<Record<string, unknown>> | null | undefined)?.[name]
}

const changing: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uid>'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<time>'],
  [/kube-api-access-(?!mine)\w{5}\b/g, 'kube-api-access-<name>'],
  [/\bb-[a-z0-9]{5}\b/g, 'b-<name>'],
  // A diff of values of the server's own Go types, which is not reproducible here.
  [/\\n@@.*?\\n(?=")/g, ''],
]

function masked(line: string): string {
  return changing.reduce((text, [pattern, mask]) => text.replace(pattern, mask), line)
}
