import { silentLogger } from '@kubewright/core'
import { recordedLog, VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { ControllerLog } from '../host/controller-log.ts'
import { Site } from '../testing/objects.ts'
import { FunctionFailures } from '../triggers/function-failures.ts'
import { fairGroup } from './fair-group.ts'

const silent = new FunctionFailures(new ControllerLog(silentLogger, 'sites'), new VirtualClock())

describe('the fairness group of a key', () => {
  it('is its namespace by default', () => {
    const groupOf = fairGroup({ for: Site }, silent)
    expect([groupOf('default/blog'), groupOf('north')]).toEqual(['default', ''])
  })

  it('is the result of `fairBy`', () => {
    expect(fairGroup({ for: Site, fairBy: ({ name }) => name[0]! }, silent)('default/blog')).toBe('b')
  })

  it('falls back to the namespace if `fairBy` throws, and reports it', () => {
    const { log: recorder, entries } = recordedLog()
    const log = new ControllerLog(recorder, 'sites')
    const fairBy = () => {
      throw new Error('odd')
    }
    expect(fairGroup({ for: Site, fairBy }, new FunctionFailures(log, new VirtualClock()))('default/blog')).toBe(
      'default',
    )
    const fields = { controller: 'sites', function: 'fairBy', kind: 'Site', object: 'default/blog' }
    expect(entries).toMatchObject([{ level: 'error', fields: { ...fields, error: { message: 'odd' } } }])
  })
})
