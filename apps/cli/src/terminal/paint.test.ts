import { describe, expect, it } from 'vitest'
import { paintFor } from './paint.ts'
import { safeOutput } from './safe-output.ts'

describe('colours in terminal output', () => {
  it.each([
    { name: 'are used on a terminal', isTTY: true, environment: {}, painted: true },
    { name: 'are left out of a pipe', isTTY: false, environment: {}, painted: false },
    { name: 'are left out when NO_COLOR is set', isTTY: true, environment: { NO_COLOR: '1' }, painted: false },
    { name: 'are used when NO_COLOR is empty', isTTY: true, environment: { NO_COLOR: '' }, painted: true },
    { name: 'can be forced on', isTTY: false, environment: { FORCE_COLOR: '1' }, painted: true },
    { name: 'can be forced off', isTTY: true, environment: { FORCE_COLOR: '0' }, painted: false },
    { name: 'are left out of a dumb terminal', isTTY: true, environment: { TERM: 'dumb' }, painted: false },
  ])('$name', ({ isTTY, environment, painted }) => {
    let written = ''
    const output = { isTTY, write: (text: string) => (written += text) }
    safeOutput(output).write(paintFor(output, { environment }).red('no'))
    expect(written).toBe(painted ? '\u001b[31mno\u001b[39m' : 'no')
  })
})
