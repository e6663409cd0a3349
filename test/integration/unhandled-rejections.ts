/** Fails a test in which a promise was rejected and nobody handled it. */
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
