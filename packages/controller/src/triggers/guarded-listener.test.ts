import { recordedLog, VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { ControllerLog } from '../host/controller-log.ts'
import { changeOf, Site, site } from '../testing/objects.ts'
import { FunctionFailures } from './function-failures.ts'
import { guardedListener } from './guarded-listener.ts'
import { named } from './named-function.ts'

const change = changeOf('updated', site())

function start(listener: () => void, indexed?: string) {
  const requeued: unknown[] = []
  const { log, entries } = recordedLog()
  const failures = new FunctionFailures(new ControllerLog(log, 'sites'), new VirtualClock())
  const guarded = guardedListener(listener, {
    resource: Site,
    requeue: (one) => requeued.push(one),
    consequence: 'all objects are requeued',
    failures,
    indexed,
  })
  return { entries, requeued, guarded: () => guarded(change) }
}

const odd = new Error('odd')
const fail = () => {
  throw odd
}

describe('a watch listener of a controller', () => {
  it('logs a user function that throws once, with controller, kind and object, and requeues all', () => {
    const when = named('when', fail)
    const { entries, requeued, guarded } = start(() => when(undefined, undefined))
    guarded()
    const fields = { controller: 'sites', function: 'when', kind: 'Site', object: 'default/blog', error: odd }
    expect(entries).toEqual([
      { level: 'error', message: 'controller function failed, all objects are requeued', fields },
    ])
    expect(requeued).toEqual([change])
  })

  it('does not log a failure again that the index has already reported', () => {
    const by = named('by', fail)
    const { entries, requeued, guarded } = start(() => by(undefined, undefined), 'by')
    guarded()
    expect([entries, requeued]).toEqual([[], [change]])
  })

  it('requeues all and rethrows an internal error for the cache to report', () => {
    const { entries, requeued, guarded } = start(fail)
    expect(guarded).toThrow(odd)
    expect([entries, requeued]).toEqual([[], [change]])
  })
})
