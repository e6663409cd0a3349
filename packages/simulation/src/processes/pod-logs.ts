/** The logs of containers, as requested by `kubectl logs`. */
import { onAbort } from '@kubewright/core/tasks'
import type { PodLogRequest } from '@kubewright/core/containers'
import { formatLine, type LogBuffer, type LogLine } from './log-buffer.ts'

export async function* readLog(buffer: LogBuffer, request: PodLogRequest): AsyncGenerator<string> {
  const { follow = false, signal } = request
  let [last, left] = [-1, request.limitBytes ?? Number.POSITIVE_INFINITY]
  for (let isFirst = true; ; isFirst = false) {
    const isEnded = buffer.isEnded // checked first: lines that arrive in between are read in the next round
    const { tailLines, since } = request
    const lines = buffer.read(isFirst ? { tailLines, since } : {}, last)
    const text = cut(textOf(lines, request.timestamps), left)
    if (isFirst && tailLines !== undefined) last = buffer.lastNumber
    last = lines.at(-1)?.number ?? last
    left -= Buffer.byteLength(text)
    if (text !== '') yield text
    if (!follow || isEnded || left <= 0 || signal?.aborted === true) return
    await more(buffer, last, signal)
  }
}

function textOf(lines: readonly LogLine[], timestamps = false): string {
  return lines.map((line) => formatLine(line, timestamps)).join('')
}

function cut(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  return Buffer.from(text).subarray(0, bytes).toString('utf8')
}

/** Resolves once there are more lines, or the log has ended. */
function more(buffer: LogBuffer, last: number, signal: AbortSignal | undefined): Promise<void> {
  if (buffer.isEnded || buffer.lastNumber > last) return Promise.resolve()
  return new Promise((resolve) => {
    const listening = buffer.listen(() => {
      if (!buffer.isEnded && buffer.lastNumber <= last) return
      end()
    })
    const aborted = signal === undefined ? undefined : onAbort(signal, () => end())
    const end = () => {
      listening[Symbol.dispose]()
      aborted?.[Symbol.dispose]()
      resolve()
    }
  })
}
