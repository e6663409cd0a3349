/** `npm run demo:clusters`, until Ctrl-C; `npm run demo:clusters -- --once` ends after one round. */
import { untilSignal } from '@kubewright/manager'
import { runDemo } from './demo.ts'

const signal = untilSignal('SIGINT', 'SIGTERM')
try {
  await runDemo({ say: (line) => console.log(line), once: process.argv.includes('--once'), signal })
} catch (error) {
  if (!signal.aborted) throw error
}
