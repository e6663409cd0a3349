/** The output of a container from now on, for an attached client. Its input is discarded: programs have no stdin. */
import { Readable } from 'node:stream'
import type { LogBuffer } from './log-buffer.ts'
import { readLog } from './pod-logs.ts'
import type { PodProcess } from '@kubewright/core/containers'

export function attached(logs: LogBuffer): PodProcess {
  const gone = new AbortController()
  const { signal } = gone
  const request = { namespace: '', name: '', container: '', follow: true, tailLines: 0, signal }
  const stdout = Readable.from(readLog(logs, request), { objectMode: false })
  const ended = new Promise<number>((resolve) => stdout.once('close', () => resolve(0)))
  return { stdout, ended, end: () => gone.abort() }
}
