import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

it('@kubewright/testing works with the test runner of Node', async () => {
  const file = fileURLToPath(new URL('under-node-test.mts', import.meta.url))
  const args = ['--conditions=@kubewright/source', '--import', 'tsx', '--test', '--test-reporter', 'tap', file]
  // A test runner sets variables that would change the behaviour of the child's runner.
  const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...environment } = process.env
  const child = spawn(process.execPath, args, { env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  expect([code, /^# pass (\d+)$/m.exec(said)?.[1]], said).toEqual([0, '2'])
})
