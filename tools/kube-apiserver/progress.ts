/** Says every few seconds what a long step is doing, so that nobody wonders whether it hangs. */

export type Report = (line: string) => void

export const reportToStderr: Report = (line) => void process.stderr.write(`${line}\n`)

export interface Progress extends Disposable {
  /** What the step does at this moment; part of the next line. */
  now: string
}

/** Reports the start of `step` at once, then what it does every `everyMs`, and how long it took when disposed. */
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
