/** Fails every test file that leaks resources. Vitest loads it before each file. */
import { type Leak, startLeakCheck } from '@kubewright/core/testing'
import { afterAll } from 'vitest'

const check = startLeakCheck({ ignore: isRunners })

// Hooks run in reverse order. This one is declared first, so it runs after all others.
afterAll(() => check.stop())

/** Whether Vitest itself created it: the innermost stack frame is then one of its own. */
function isRunners({ origin }: Leak): boolean {
  const [innermost = ''] = origin.split('\n')
  return /\/node_modules\/(?:@vitest|vitest|vite|tinypool)\//.test(innermost)
}
