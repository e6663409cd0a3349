import type { ControllerObserver } from '@kubewright/controller/host'
import { describe, expect, it } from 'vitest'
import { allOf } from './observers.ts'

describe('allOf(observers)', () => {
  it('calls every observer, nested ones included', () => {
    const heard: string[] = []
    const one: ControllerObserver = {
      loops: () => heard.push('one'),
      queue: { waiting: (key) => heard.push(`one ${key}`) },
    }
    const two: ControllerObserver = { queue: { waiting: (key) => heard.push(`two ${key}`) } }
    const all = allOf(one, undefined, two)
    all.loops!({} as never)
    all.queue!.waiting!('a/b', 0)
    expect([heard, 'started' in all]).toEqual([['one', 'one a/b', 'two a/b'], false])
  })
})
