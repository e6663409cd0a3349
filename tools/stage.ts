/** Prints one line for a stage of a program: its duration, or its error. */

/** Resolves to whether the work succeeded. An error is printed, with the output of a failed command. */
export async function stage(name: string, work: () => Promise<void>): Promise<boolean> {
  const start = performance.now()
  try {
    await work()
  } catch (error) {
    console.error(`✗ ${name}\n\n${explain(error)}\n`)
    return false
  }
  console.log(`✓ ${name.padEnd(64)} ${((performance.now() - start) / 1000).toFixed(1)} s`)
  return true
}

function explain(error: unknown): string {
  const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
  const said = `${stdout}${stderr}`.trim()
  return said === '' ? (error instanceof Error ? error.message : String(error)) : said
}
