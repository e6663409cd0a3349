import { type LogFields, silentLogger } from '@kubewright/core'
import { expect, it } from 'vitest'
import { ControllerLog } from './controller-log.ts'

it('the log of a controller adds the name of the controller to every entry', () => {
  const logged: (LogFields | undefined)[] = []
  new ControllerLog({ ...silentLogger, error: (_, fields) => void logged.push(fields) }, 'sites').error('x', {
    key: 'a',
  })
  expect(logged).toEqual([{ controller: 'sites', key: 'a' }])
})

it('the log of a controller ignores a logger that throws', () => {
  const error = () => {
    throw new Error('no space left')
  }
  expect(() => new ControllerLog({ ...silentLogger, error }, 'sites').error('x', {})).not.toThrow()
})
