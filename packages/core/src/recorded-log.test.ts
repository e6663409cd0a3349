import { describe, expect, it } from 'vitest'
import { recordedLog } from './recorded-log.ts'

describe('recordedLog', () => {
  it('records entries of every level, and messages above debug', () => {
    const { log, entries, messages } = recordedLog()
    log.debug('a')
    log.info('b', { x: 1 })
    log.warn('c')
    log.error('d')
    expect(entries).toEqual([
      { level: 'debug', message: 'a', fields: {} },
      { level: 'info', message: 'b', fields: { x: 1 } },
      { level: 'warn', message: 'c', fields: {} },
      { level: 'error', message: 'd', fields: {} },
    ])
    expect(messages).toEqual(['b', 'c', 'd'])
  })

  it('merges bound fields, the innermost taking precedence', () => {
    const { log, entries } = recordedLog()
    log.with({ a: 1, b: 1 }).with({ b: 2, c: 2 }).info('x', { c: 3 })
    expect(entries[0]?.fields).toEqual({ a: 1, b: 2, c: 3 })
  })

  it('calls the listener synchronously and rethrows its error', () => {
    const { log } = recordedLog(({ level, message }) => {
      if (level === 'error') throw new Error(message)
    })
    log.warn('well')
    expect(() => log.error('no ink')).toThrow('no ink')
  })
})
