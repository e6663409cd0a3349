/** Prints progress on standard error, with the seconds since the start. */
const begun = performance.now()

export const elapsedMs = () => performance.now() - begun

export function progress(line: string): void {
  console.error(`${(elapsedMs() / 1_000).toFixed(0).padStart(4)} s  ${line}`)
}
