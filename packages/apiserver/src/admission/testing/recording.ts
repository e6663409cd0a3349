/** Recorded behaviour of a real server in each play, for comparison on machines without one. */
import { join } from 'node:path'
import { recordingFile } from '../../testing/recording-file.ts'

/** The lines of each play, by its name. */
export type Recording = Readonly<Record<string, readonly string[]>>

export const webhookRecording = recordingFile<Recording>(join(import.meta.dirname, 'webhooks-1.36.json'))
export const policyRecording = recordingFile<Recording>(join(import.meta.dirname, 'policies-1.36.json'))
