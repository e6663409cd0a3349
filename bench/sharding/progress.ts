/** Prints progress on standard error, with the seconds since the start. */
const begun = performance.now()

export function progress(line: string): void {
  console.error(`${((performance.now() - begun) / 1_000).toFixed(0).padStart(4)} s  ${line}`)
}
