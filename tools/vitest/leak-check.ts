/** Fails every test file that leaves something behind. Loaded by Vitest before each of them. */
import { type Leak, startLeakCheck } from '@kubewright/core/testing'
import { afterAll } from 'vitest'

const check = startLeakCheck({ ignore: isRunners })

// Hooks run in reverse order, so this one, the first to be declared, sees what all others have left.
afterAll(() => check.stop())

/** Whether Vitest itself created it: then the innermost line of the stack is one of its own. */
function isRunners({ origin }: Leak): boolean {
  const [innermost = ''] = origin.split('\n')
  return /\/node_modules\/(?:@vitest|vitest|vite|tinypool)\//.test(innermost)
}
