/**
 * `npm run bench -- network [--peers 10,50,100,150,200] [--runs N] [--baseline-runs N] [--api-runs N] [--plot]`: a gateway with many peers, on a real
 * kernel in a network namespace of its own. Needs root. See `bench.ts`.
 */
import { spawnSync } from 'node:child_process'
import { register } from 'tsx/esm/api'
import { machine } from '../harness/table.js'

const namespace = 'kwb-gateway'

if (process.env.KUBEWRIGHT_BENCH_NAMESPACE === namespace) {
  register()
  await import('./bench.ts')
} else {
  console.log(machine())
  const ip = (...args) => spawnSync('ip', args, { stdio: 'inherit' }).status
  if (ip('netns', 'add', namespace) !== 0) process.exit(1)
  try {
    // Everything runs inside, so that no command pays for entering the namespace.
    const inside = ['netns', 'exec', namespace, 'unshare', '-m', '--propagation', 'private']
    const { status } = spawnSync('ip', [...inside, process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
      stdio: 'inherit',
      env: { ...process.env, KUBEWRIGHT_BENCH_NAMESPACE: namespace },
    })
    process.exitCode = status ?? 1
  } finally {
    ip('netns', 'del', namespace)
  }
}
