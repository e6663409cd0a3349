/** What a machine allows differs: where it allows nothing, that is said. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findCpuQuotas } from './cpu-quota.ts'

const found = findCpuQuotas()

describe('a share of a core', () => {
  it('holds a process, lets it go, and leaves nothing behind, or it is said why there is none', () => {
    if (typeof found === 'string') return expect(found).toMatch(/^cgroup v1.*; cgroup v2/)
    const name = `kubewright-test-${process.pid}`
    const groupsOfThis = () => readFileSync('/proc/self/cgroup', 'utf8')
    const before = groupsOfThis()
    const quota = found.make(name, 0.9)
    try {
      quota.hold(process.pid)
      expect(groupsOfThis()).toContain(name)
      quota.limit(false)
      expect(quota.throttledMs).toBeGreaterThanOrEqual(0)
    } finally {
      quota[Symbol.dispose]()
    }
    expect(groupsOfThis()).toBe(before)
    expect(['/sys/fs/cgroup/cpu', '/sys/fs/cgroup'].filter((root) => existsSync(join(root, name)))).toEqual([])
  })
})
