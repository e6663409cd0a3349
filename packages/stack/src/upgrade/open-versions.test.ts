import { describe, expect, it } from 'vitest'
import { openVersions } from './open-versions.ts'
import { upgradePath } from './upgrade-path.ts'

const path = (from: string, to: string) => upgradePath(openVersions(to, { version: from }, {})!, from, to)

describe('upgrades between arbitrary versions', () => {
  it.each([
    ['1.0.8-dev', '1.0.8'],
    ['1.0.8-dev', '1.0.9-dev'],
    ['1.9', '1.10'],
    ['1.0', '1.0.1'],
    ['1.0.0-rc.2', '1.0.0-rc.10'],
    ['1.0.0-1', '1.0.0-dev'],
    ['v1', '2.0'],
    ['2.0+build1', '2.0+build2'],
    ['edge', '1.0'],
    ['1.0', 'edge'],
    ['__proto__', 'constructor'],
  ])('go from %s to %s in one step', (from, to) => {
    expect(path(from, to)).toEqual({ value: [to] })
  })

  it.each([
    ['1.0.8', '1.0.8-dev'],
    ['1.10', '1.9'],
    ['1.0.0-rc.10', '1.0.0-rc.2'],
    ['1.0.0-dev', '1.0.0-1'],
    ['1.0.0-dev.1', '1.0.0-dev'],
  ])('do not downgrade from %s to %s', (from, to) => {
    expect(path(from, to)).toEqual({ why: `no upgrade leads from ${from} to ${to}` })
  })

  it('resume an upgrade in progress from its source version', () => {
    const upgrade = { from: '1.0', to: '1.1', phase: 'components' as const, done: [], since: '' }
    const versions = openVersions('1.2', { version: '1.0', upgrade }, { healthyWithin: '5m' })!
    expect(versions).toEqual({
      '1.0': { from: [], healthyWithin: '5m' },
      '1.1': { from: ['1.0'], healthyWithin: '5m' },
      '1.2': { from: ['1.0', '1.1'], healthyWithin: '5m' },
    })
  })

  it('do not exist if no version is requested', () => {
    expect(openVersions(undefined, {}, {})).toBeUndefined()
  })
})
