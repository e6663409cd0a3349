/** Not every machine allows cgroups: the test then expects the reason. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type CpuQuotas, findCpuQuotas } from './cpu-quota.ts'

/** Whether this process is in the cgroup before, during and after the quota. */
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

describe('CPU quota (cgroup)', () => {
  it('adds and removes a process, or reports why cgroups cannot be used', () => {
    const name = `kubewright-test-${process.pid}`
    const found = findCpuQuotas()
    const steps = typeof found === 'string' ? found : holdAndLetGo(found, name).join()
    expect(steps).toMatch(/^(free,held,free|cgroup v1.*; cgroup v2.*)$/)
    expect(['/sys/fs/cgroup/cpu', '/sys/fs/cgroup'].filter((root) => existsSync(join(root, name)))).toEqual([])
  })
})
