import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeControls } from './control-characters.ts'

describe('escapeControls', () => {
  it.each([
    ['an ANSI escape sequence', '\u001b[31mred', '\\u001b[31mred'],
    ['an 8-bit CSI sequence', '\u009b2J', '\\u009b2J'],
    ['line ends and tabs', 'a\r\nb\tc', 'a\\r\\nb\\tc'],
    ['delete', 'a\u007fb', 'a\\u007fb'],
    ['bidirectional overrides', 'user\u202etxt.exe\u2066', 'user\\u202etxt.exe\\u2066'],
    ['line separators', 'a\u2028b\u2029', 'a\\u2028b\\u2029'],
    ['no printable Unicode characters', 'Grüße 日本 👩‍👩‍👧 ×', 'Grüße 日本 👩‍👩‍👧 ×'],
  ])('escapes %s', (_, text, shown) => {
    expect(escapeControls(text)).toBe(shown)
  })

  it('keeps line feeds and tabs with keepsLines', () => {
    expect(escapeControls('a\n\tb\r', { keepsLines: true })).toBe('a\n\tb\\r')
  })

  it('does not change the value of JSON text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = escapeControls(JSON.stringify({ text }), { keepsLines: true })
        expect(JSON.parse(shown)).toEqual({ text })
        expect(shown).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
      }),
    )
  })
})
