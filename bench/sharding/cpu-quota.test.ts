/** What a machine allows differs: where it allows nothing, that is said. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type CpuQuotas, findCpuQuotas } from './cpu-quota.ts'

/** What a process goes through that is held and let go. */
function holdAndLetGo(quotas: CpuQuotas, name: string): readonly string[] {
  const groups = () => readFileSync('/proc/self/cgroup', 'utf8')
  const steps = [groups()]
  const quota = quotas.make(name, 0.9)
  try {
    quota.hold(process.pid)
    steps.push(groups())
    quota.limit(false)
  } finally {
    quota[Symbol.dispose]()
  }
  return [...steps, groups()].map((step) => (step.includes(name) ? 'held' : 'free'))
}

describe('a share of a core', () => {
  it('holds a process and lets it go, or it is said why there is none', () => {
    const name = `kubewright-test-${process.pid}`
    const found = findCpuQuotas()
    const steps = typeof found === 'string' ? found : holdAndLetGo(found, name).join()
    expect(steps).toMatch(/^(free,held,free|cgroup v1.*; cgroup v2.*)$/)
    expect(['/sys/fs/cgroup/cpu', '/sys/fs/cgroup'].filter((root) => existsSync(join(root, name)))).toEqual([])
  })
})
