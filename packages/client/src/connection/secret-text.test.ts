import { format, inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { concealed, revealed, SecretText } from './secret-text.ts'

describe('SecretText', () => {
  const secret = new SecretText('s3cr3t')
  const ways: Record<string, (value: unknown) => string> = {
    'a template string': (value) => `${String(value)}`,
    'JSON.stringify': (value) => JSON.stringify({ value }),
    'util.inspect': (value) => inspect({ value }, { showHidden: true, depth: 9 }),
    'util.format': (value) => format('%s %o %O %j', value, value, value, value),
    'a spread copy': (value) => JSON.stringify({ ...(value as object) }),
    'an error message': (value) => new Error(String(value)).message,
  }

  it.each(Object.entries(ways))('is not revealed by %s', (_, show) => {
    expect(show(secret)).not.toContain('s3cr3t')
  })

  it('reveals its text explicitly', () => {
    expect(secret.reveal()).toBe('s3cr3t')
    expect(revealed('plain')).toBe('plain')
    expect(revealed(concealed('plain'))).toBe('plain')
  })

  it('accepts instances from another copy of the package', () => {
    const foreign = { reveal: () => 'theirs' } as SecretText

    expect(revealed(foreign)).toBe('theirs')
    expect(concealed(foreign)).toBe(foreign)
  })
})
