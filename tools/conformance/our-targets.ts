/** Our server, over HTTPS and inside this process. */
import type { Target } from './target.ts'

export async function ourHttpsTarget(): Promise<Target> {
  throw new Error('Cannot start the embedded server: it cannot be started yet.')
}

export async function localTarget(): Promise<Target> {
  throw new Error('Cannot start the embedded server: it cannot be started yet.')
}
