import { recordedLog } from '@kubewright/core/testing'
import { Secret } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { cacheLog } from './cache-log.ts'

describe('cacheLog', () => {
  it('logs once that a watch fails, and once that it has recovered', () => {
    const said: string[] = []
    const { log } = recordedLog(({ level, message, fields: { why = '', kind } }) =>
      said.push(`${level} ${message} ${why as string} ${String(kind)}`),
    )
    const observer = cacheLog(log, Secret)
    const failed = (reason: string) => observer.failed!({ reason, message: reason, error: undefined })
    const live = () => observer.moved!({ phase: 'live', resourceVersion: '1' })
    live()
    failed('Forbidden')
    failed('Forbidden')
    failed('Unreachable')
    live()
    live()
    failed('Forbidden')
    expect(said).toEqual([
      'warn watch failed, will retry Forbidden secrets',
      'warn watch failed, will retry Unreachable secrets',
      'info watch recovered  secrets',
      'warn watch failed, will retry Forbidden secrets',
    ])
  })
})
