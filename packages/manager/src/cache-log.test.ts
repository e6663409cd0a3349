import type { LogFields, Logger } from '@kubewright/core'
import { Secret } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { cacheLog } from './cache-log.ts'

describe('cacheLog', () => {
  it('says once that a watch fails, and once that it works again', () => {
    const said: string[] = []
    const at = (level: string) => (message: string, fields?: LogFields) =>
      said.push(`${level} ${message} ${(fields?.why as string | undefined) ?? ''} ${String(fields?.kind)}`)
    const log: Logger = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error'), with: () => log }
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
