import { recordedLog } from '@kubewright/core/testing'
import { expect, it } from 'vitest'
import { ControllerLog } from './controller-log.ts'

it('the log of a controller adds the name of the controller to every entry', () => {
  const { log, entries } = recordedLog()
  new ControllerLog(log, 'sites').error('x', { key: 'a' })
  expect(entries).toEqual([{ level: 'error', message: 'x', fields: { controller: 'sites', key: 'a' } }])
})

it('the log of a controller ignores a logger that throws', () => {
  const { log } = recordedLog(() => {
    throw new Error('no space left')
  })
  expect(() => new ControllerLog(log, 'sites').error('x', {})).not.toThrow()
})
