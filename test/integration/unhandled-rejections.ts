/** Fails a test with an unhandled promise rejection. */
import { afterEach, beforeEach } from 'vitest'

export function failOnUnhandledRejections(): void {
  const unhandled: unknown[] = []
  const note = (error: unknown) => void unhandled.push(error)
  beforeEach(() => void process.on('unhandledRejection', note))
  afterEach(() => {
    process.off('unhandledRejection', note)
    const [first] = unhandled.splice(0)
    if (first !== undefined) throw first
  })
}
