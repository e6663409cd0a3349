import { type LogFields, silentLogger } from '@kubewright/core'
import { describe, expect, it } from 'vitest'
import { ControllerLog } from '../host/controller-log.ts'
import { fairGroup } from './fair-group.ts'

const silent = new ControllerLog(silentLogger, 'sites')

describe('the fairness group of a key', () => {
  it('is its namespace by default', () => {
    const groupOf = fairGroup({}, silent)
    expect([groupOf('default/blog'), groupOf('north')]).toEqual(['default', ''])
  })

  it('is what `fairBy` returns', () => {
    expect(fairGroup({ fairBy: ({ name }) => name[0]! }, silent)('default/blog')).toBe('b')
  })

  it('is the namespace if `fairBy` throws, which is reported', () => {
    const logged: (LogFields | undefined)[] = []
    const log = new ControllerLog({ ...silentLogger, error: (_, fields) => void logged.push(fields) }, 'sites')
    const fairBy = () => {
      throw new Error('odd')
    }
    expect(fairGroup({ fairBy }, log)('default/blog')).toBe('default')
    expect(logged).toMatchObject([{ controller: 'sites', object: 'default/blog', error: { message: 'odd' } }])
  })
})
