import { pinoLogger } from '@kubewright/manager/pino'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'

describe('pinoLogger', () => {
  it('writes through an existing pino logger', () => {
    const lines: string[] = []
    const log = pinoLogger(
      pino({ base: null, timestamp: false, level: 'debug' }, { write: (line) => lines.push(line) }),
    )
    log.with({ controller: 'websites' }).warn('slow', { ms: 7 })
    log.error('failed', { error: new Error('no ink') })
    log.debug('plain')
    const [warn, error, debug] = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(warn).toEqual({ level: 40, controller: 'websites', ms: 7, msg: 'slow' })
    expect(error).toMatchObject({ level: 50, msg: 'failed', err: { type: 'Error', message: 'no ink' } })
    expect(debug).toEqual({ level: 20, msg: 'plain' })
  })
})
