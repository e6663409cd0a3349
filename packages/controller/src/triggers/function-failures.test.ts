import { recordedLog, VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { ControllerLog } from '../host/controller-log.ts'
import { Site } from '../testing/objects.ts'
import { FunctionFailures } from './function-failures.ts'

function start() {
  const clock = new VirtualClock()
  const logged: unknown[] = []
  const { log } = recordedLog(({ fields }) => logged.push(fields))
  const failures = new FunctionFailures(new ControllerLog(log, 'sites'), clock)
  const fail = (name: string) =>
    failures.report({ function: name, resource: Site, object: { name: 'blog' }, error: name }, 'it is ignored')
  return { clock, logged, fail }
}

const line = (name: string) => ({ controller: 'sites', function: name, kind: 'Site', object: 'blog', error: name })

describe('a function that fails for every event', () => {
  it('is logged at once, and then once a minute with the number of failures in between', async () => {
    const { clock, logged, fail } = start()
    for (let second = 0; second < 120; second++) {
      fail('when')
      await clock.advance('1s')
    }
    fail('when')
    expect(logged).toEqual([line('when'), { ...line('when'), suppressed: 59 }, { ...line('when'), suppressed: 59 }])
  })

  it('does not hide another function', () => {
    const { logged, fail } = start()
    for (const name of ['when', 'requests', 'when', 'requests']) fail(name)
    expect(logged).toEqual([line('when'), line('requests')])
  })

  it('is logged without a number if it failed once in the meantime', async () => {
    const { clock, logged, fail } = start()
    fail('when')
    await clock.advance('1m')
    fail('when')
    expect(logged).toEqual([line('when'), line('when')])
  })
})
