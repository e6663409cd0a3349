/** Recorded responses of kube-apiserver, for comparison on machines without one. */
import { join } from 'node:path'
import { recordingFile } from '../../testing/recording-file.ts'

/** Lines by step name. */
export type CustomRecording = Readonly<Record<string, string>>

export const customRecording = recordingFile<CustomRecording>(
  join(import.meta.dirname, '..', 'recorded', 'custom-answers.json'),
)
