import type { Logger } from '@kubewright/core'
import { defineErrors } from '@kubewright/core/errors'
import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { createLogger, type LoggerOptions, wantsColors } from './create-logger.ts'

function logged(speak: (log: Logger) => void, options: LoggerOptions = {}): readonly string[] {
  const lines: string[] = []
  speak(createLogger({ format: 'json', clock: new VirtualClock(), write: (line) => lines.push(line), ...options }))
  return lines
}

function entry(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return JSON.parse(logged((log) => log.info('said', fields))[0]!) as Record<string, unknown>
}

const errors = defineErrors({ KW_DEMO_EMPTY: { summary: '', cause: '', remedy: '' } })

describe('createLogger', () => {
  it('writes one line per entry, with level, time and message first', () => {
    const lines = logged((log) => log.with({ controller: 'websites' }).warn('slow\nvery', { ms: 7 }))
    expect(lines).toEqual([
      '{"level":"warn","time":"2026-01-01T00:00:00.000Z","msg":"slow\\nvery","controller":"websites","ms":7}\n',
    ])
  })

  it('writes nothing below its level', () => {
    const speak = (log: Logger) => {
      for (const level of ['debug', 'info', 'warn', 'error'] as const) log[level](level)
    }
    const messages = (lines: readonly string[]) => lines.map((line) => (JSON.parse(line) as { msg: string }).msg)
    expect(messages(logged(speak))).toEqual(['info', 'warn', 'error'])
    expect(messages(logged(speak, { level: 'error' }))).toEqual(['error'])
    expect(messages(logged(speak, { level: 'debug' }))).toEqual(['debug', 'info', 'warn', 'error'])
  })

  it('writes name, code, message, stack and cause of an error', () => {
    const cause = new Error('no route')
    const error = errors('KW_DEMO_EMPTY', { what: 'open the box', why: 'it is empty', cause })
    expect(entry({ error }).error).toMatchObject({
      name: 'KubewrightError',
      code: 'KW_DEMO_EMPTY',
      message: 'Cannot open the box: it is empty.',
      stack: expect.stringContaining('create-logger.test.ts') as string,
      cause: { message: 'no route' },
    })
  })

  it.each([
    ['a field named like a secret as hidden', { token: 'abc' }, { token: '[hidden]' }],
    [
      'a nested field named like a secret as hidden',
      { request: { headers: { Authorization: 'Bearer abc' } } },
      { request: { headers: { Authorization: '[hidden]' } } },
    ],
    [
      'a Secret without its data',
      { object: { kind: 'Secret', metadata: { name: 'a' }, data: { key: 'YWJj' } } },
      { object: { kind: 'Secret', metadata: { name: 'a' }, data: '[hidden]' } },
    ],
    ['bigints', { size: 12n }, { size: '12' }],
    [
      'dates, maps and sets',
      { at: new Date(0), map: new Map([['a', 1]]), set: new Set([2]) },
      { at: '1970-01-01T00:00:00.000Z', map: { a: 1 }, set: [2] },
    ],
    ['bytes by their length', { body: new Uint8Array(3) }, { body: '[3 bytes]' }],
  ])('serializes %s', (_, fields, said) => {
    expect(entry(fields)).toMatchObject(said)
  })

  it('truncates a circular value', () => {
    const circle: Record<string, unknown> = {}
    circle.self = circle
    expect(JSON.stringify(entry({ circle }))).toContain('[…]')
  })

  it('is human-readable in the pretty format', () => {
    const error = Object.assign(new Error('no route'), { stack: 'Error: no route\n    at there', code: 'KW_X' })
    const [line] = logged((log) => log.error('cannot connect', { to: 'a b', port: 1, error }), { format: 'pretty' })
    expect(line).toBe(
      '00:00:00.000 error cannot connect  to="a b"  port=1\n    Error: no route\n        at there [KW_X]\n',
    )
  })

  it('uses colours if enabled', () => {
    const [line] = logged((log) => log.warn('slow', { ms: 7 }), { format: 'pretty', colors: true })
    expect(line).toBe('\u001b[90m00:00:00.000\u001b[0m \u001b[33mwarn \u001b[0m slow  \u001b[90mms=\u001b[0m7\n')
  })

  it.each([
    ['a terminal', true, {}, true],
    ['a pipe', false, {}, false],
    ['a terminal with NO_COLOR', true, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
    ['a terminal with an empty NO_COLOR', true, { NO_COLOR: '' }, true],
    ['a pipe with FORCE_COLOR', false, { FORCE_COLOR: '1' }, true],
    ['a terminal with FORCE_COLOR=0', true, { FORCE_COLOR: '0' }, false],
    ['a dumb terminal', true, { TERM: 'dumb' }, false],
  ])('decides on colours for %s', (_, isTerminal, environment, wanted) => {
    expect(wantsColors(isTerminal, environment)).toBe(wanted)
  })

  it.each(['json', 'pretty'] as const)('escapes terminal control characters (%s)', (format) => {
    const hostile = 'x\u001b[2J\u009b31m\u202e\u007f\r'
    const error = Object.assign(new Error(hostile), { stack: `Error: ${hostile}\n  at ${hostile}` })
    const [line] = logged((log) => log.error(hostile, { [hostile]: hostile, error, deep: [{ hostile }] }), { format })
    expect(line!.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
  })

  it('preserves control characters for JSON parsers', () => {
    const hostile = 'x\u001b[2J\u009b31m\u202e\u007f\r'
    expect(entry({ [hostile]: hostile })).toMatchObject({ [hostile]: hostile })
  })

  it.each(['json', 'pretty'] as const)('survives a field whose getter throws (%s)', (format) => {
    const lines: string[] = []
    const log = createLogger({ format, write: (line) => lines.push(line) })
    const error = {
      get message() {
        throw new Error('evil')
      },
    }
    log.error('reconcile failed', { error, object: 'default/blog' })
    expect(lines).toEqual([expect.stringMatching(/reconcile failed.*unwritable.*error, object/)])
  })
})
