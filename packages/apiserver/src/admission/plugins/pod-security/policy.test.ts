import { describe, expect, it } from 'vitest'
import { formatLevelVersion, readPodPolicy } from './policy.ts'

const read = (labels: Readonly<Record<string, string>>) => {
  const named = Object.entries(labels).map(([name, value]) => [`pod-security.kubernetes.io/${name}`, value])
  const { policy, problems } = readPodPolicy(Object.fromEntries(named) as Record<string, string>)
  const texts = [policy.enforce, policy.audit, policy.warn].map(formatLevelVersion)
  return { policy: texts.join(' '), problems: problems.length }
}

describe('readPodPolicy', () => {
  it.each([
    {
      name: 'privileged without labels',
      labels: {},
      policy: 'privileged:latest privileged:latest privileged:latest',
    },
    {
      name: 'warn defaults to the enforced level',
      labels: { enforce: 'baseline', 'enforce-version': 'v1.30' },
      policy: 'baseline:v1.30 privileged:latest baseline:v1.30',
    },
    {
      name: 'warn-version applies to warnings',
      labels: { enforce: 'restricted', 'warn-version': 'v1.2' },
      policy: 'restricted:latest privileged:latest restricted:v1.2',
    },
    {
      name: 'an explicit warn level is kept',
      labels: { enforce: 'restricted', warn: 'baseline' },
      policy: 'restricted:latest privileged:latest baseline:latest',
    },
  ])('from namespace labels: $name', ({ labels, policy }) => {
    expect(read(labels)).toEqual({ policy, problems: 0 })
  })

  it('enforces restricted for an invalid level, and audits and warns nothing', () => {
    expect(read({ enforce: 'x', audit: 'y', warn: 'z', 'audit-version': '1' })).toEqual({
      policy: 'restricted:latest privileged:latest privileged:latest',
      problems: 4,
    })
  })
})
