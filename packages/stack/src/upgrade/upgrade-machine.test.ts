import { describe, expect, it } from 'vitest'
import type { UpgradeStatus } from '../status.ts'
import { decideUpgrade, type Health, type UpgradeSituation } from './upgrade-machine.ts'
import { upgradeOrder, upgradePath } from './upgrade-path.ts'

const names = ['db', 'api', 'gui']
const versions = { '1': {}, '2': {}, '3': { healthyWithin: '5m' as const, before: [{ name: 'migrate', image: 'm' }] } }

interface Given extends Partial<UpgradeSituation> {
  readonly health?: Partial<Record<string, Health>>
}

const decide = ({ health = {}, ...given }: Given) =>
  decideUpgrade({
    versions,
    wanted: '2',
    current: '1',
    upgrade: undefined,
    names,
    healthOf: (name) => health[name] ?? 'progressing',
    jobs: () => 'healthy',
    now: 0,
    ...given,
  })

const during = (fields: Partial<UpgradeStatus>): UpgradeStatus => ({
  from: '1',
  to: '2',
  phase: 'components',
  done: [],
  since: '1970-01-01T00:00:00Z',
  ...fields,
})

describe('an upgrade of a stack', () => {
  it('has nothing to do if the current version is the requested one, or none is requested', () => {
    expect(decide({ wanted: '1' })).toEqual({
      versions: { db: '1', api: '1', gui: '1' },
      current: '1',
      dueMs: Infinity,
    })
    expect(decide({ wanted: undefined }).current).toBe('1')
  })

  it('starts a new stack with the requested version, or the newest', () => {
    expect(decide({ current: undefined, wanted: '2' }).versions).toEqual({ db: '2', api: '2', gui: '2' })
    expect(decide({ current: undefined, wanted: undefined }).current).toBe('3')
  })

  it('changes the first component and waits for it', () => {
    expect(decide({})).toMatchObject({
      versions: { db: '2', api: '1', gui: '1' },
      upgrade: { from: '1', to: '2', phase: 'components', current: 'db', done: [] },
      dueMs: 600_000,
    })
  })

  it('continues with the next component when the current one is healthy', () => {
    const { versions, upgrade } = decide({ upgrade: during({ current: 'db' }), health: { db: 'healthy' } })
    expect([versions, upgrade?.current, upgrade?.done]).toEqual([{ db: '2', api: '2', gui: '1' }, 'api', ['db']])
  })

  it('ends when all components are healthy', () => {
    const { current, upgrade } = decide({
      upgrade: during({ current: 'gui', done: ['db', 'api'] }),
      health: { gui: 'healthy' },
    })
    expect([current, upgrade]).toEqual(['2', undefined])
  })

  it.each([
    { name: 'fails', given: { health: { api: 'failed' as const } }, reason: 'api failed with its new version' },
    { name: 'misses its deadline', given: { now: 600_000 }, reason: 'api was not healthy in time' },
    { name: 'is no longer requested', given: { wanted: '1' }, reason: 'the spec was set back to version 1' },
  ])('is rolled back, the last change first, if it $name', ({ given, reason }) => {
    const { versions, upgrade } = decide({ upgrade: during({ current: 'api', done: ['db'] }), ...given })
    expect(upgrade).toMatchObject({ phase: 'rolling-back', current: 'api', done: ['db'], reason })
    expect(versions).toEqual({ db: '2', api: '1', gui: '1' })
  })

  it('is not retried after a rollback until another version is requested', () => {
    const upgrade = during({ phase: 'rolled-back', reason: 'api failed with its new version' })
    expect(decide({ upgrade })).toMatchObject({
      current: '1',
      problem:
        'the upgrade to 2 was rolled back, and is retried once the spec has named another version: api failed with its new version',
      dueMs: Infinity,
    })
    expect(decide({ upgrade, wanted: '1' }).upgrade).toBeUndefined()
  })

  it('continues its rollback if that misses a deadline', () => {
    const upgrade = during({ phase: 'rolling-back', current: 'api', done: ['db'], reason: 'x' })
    expect(decide({ upgrade, now: 600_000 }).upgrade).toMatchObject({ current: 'db', done: [] })
    expect(decide({ upgrade: { ...upgrade, done: [] }, health: { api: 'healthy' } }).upgrade?.phase).toBe('rolled-back')
  })

  it('waits for the Jobs before it, and changes nothing if they fail', () => {
    const given = { wanted: '3', current: '2' }
    expect(decide({ ...given, jobs: () => 'progressing' })).toMatchObject({
      upgrade: { phase: 'before' },
      versions: { db: '2' },
      dueMs: 300_000,
    })
    expect(decide({ ...given, jobs: () => 'failed' })).toMatchObject({
      upgrade: { phase: 'rolled-back' },
      versions: { db: '2' },
    })
  })
})

describe('the upgrade path to a version', () => {
  it('includes every version in between, unless one can be skipped', () => {
    expect(upgradePath(versions, '1', '3')).toEqual({ value: ['2', '3'] })
    expect(upgradePath({ ...versions, '3': { from: ['1', '2'] } }, '1', '3')).toEqual({ value: ['3'] })
  })

  it('does not exist for a downgrade or an unknown version', () => {
    expect(upgradePath(versions, '3', '1').why).toBe('no upgrade leads from 3 to 1')
    expect(upgradePath(versions, '1', '9').why).toBe('there is no version "9"; there are 1, 2, 3')
  })
})

describe('the component order of an upgrade', () => {
  const skew = [{ of: 'api', with: 'db', allows: (api: string, db: string) => Number(api) >= Number(db) }]

  it('follows the dependencies, unless a version skew rule requires another', () => {
    expect(upgradeOrder(versions, '1', '2', names)).toEqual({ value: ['db', 'api', 'gui'] })
    expect(upgradeOrder({ ...versions, '2': { skew } }, '1', '2', names)).toEqual({ value: ['api', 'db', 'gui'] })
  })

  it('is refused if it breaks a skew rule, or if no order satisfies the rules', () => {
    expect(upgradeOrder({ ...versions, '2': { skew, upgrade: ['db', 'api'] } }, '1', '2', names).why).toBe(
      'after the upgrade of db, the rule for api 1 with db 2 is broken',
    )
    const same = [{ of: 'api', with: 'db', allows: (api: string, db: string) => api === db }]
    expect(upgradeOrder({ ...versions, '2': { skew: same } }, '1', '2', names).why).toContain(
      'no order of upgrades keeps',
    )
  })
})
