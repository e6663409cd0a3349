import { expect, it } from 'vitest'
import { runDemo } from './demo.ts'

it('replication demo: three clusters replicate, one is cut off and heals, and nothing is left behind', {
  timeout: 120_000,
}, async () => {
  const lines: string[] = []
  await runDemo({
    say: (line) => lines.push(line.slice(10)),
    once: true,
    signal: new AbortController().signal,
    cutFor: '1ms',
  })
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^See it: http:\/\/127\.0\.0\.1:\d+\/#\/clusters$/),
      '  … and turin reads in its status: berlin uses 10.1.0.0/16',
      expect.stringContaining('net-oslo in turin says Replicated=False, Unreachable'),
      '  … and turin reads in its status: oslo uses 10.1.0.0/16',
      'kubewright peer remove oslo: 0 replicas are left there.',
    ]),
  )
})
