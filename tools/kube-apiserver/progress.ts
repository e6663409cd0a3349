/** Reports every few seconds what a long step is doing, to show that it does not hang. */

export type Report = (line: string) => void

export const reportToStderr: Report = (line) => void process.stderr.write(`${line}\n`)

export interface Progress extends Disposable {
  /** The current activity; part of the next line. */
  now: string
}

/** Reports the start of `step` at once, then its activity every `everyMs`, and its duration when disposed. */
export function startProgress(report: Report, step: string, everyMs = 5_000): Progress {
  const started = performance.now()
  const elapsed = () => `${Math.round((performance.now() - started) / 1_000)} s`
  const progress: Progress = {
    now: '',
    [Symbol.dispose]() {
      clearInterval(timer)
      report(`${step}: ended after ${elapsed()}`)
    },
  }
  const timer = setInterval(() => report(`${step}: ${elapsed()}${progress.now && `, ${progress.now}`}`), everyMs)
  report(`${step} ...`)
  return progress
}
