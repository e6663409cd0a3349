/** `tsx tools/real-parts/cli.ts`: finds or builds the real programs, and prints their paths. */
import { ensureRealParts } from './ensure-real-parts.ts'

try {
  for (const [name, path] of Object.entries(await ensureRealParts())) console.log(`${name}\t${path}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
